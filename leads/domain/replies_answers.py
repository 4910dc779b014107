"""What people say when they answer us: they ask, order, report, propose a time or decide."""

from leads.domain.replies_phrases import Phrases

ASKS = Phrases(
    # English
    "how much | how many | how long | how does | how do i | how do we | how would | how is |"
    "how about | what does | what do | what is | what's | what are | what would | what kind |"
    "which one | which lock | can you | could you | would you | will you | can we | could we |"
    "can i | can it | do you | does it | does the | does your | does that | do these | do they |"
    "is it | is there | is this | is the | are you | are there | are these | will it |"
    "will the | who is this | who are you | who's this | why are you | when can | when will |"
    "where is | where did | where do | shall i | shall we | should i | should we | have you |"
    "any chance | any discount |"
    # German, Dutch
    "was kostet | was kosten | wie viel | wieviel | wie lange | wie funktioniert | wie hoch |"
    "können sie | könnten sie | kannst du | können wir | haben sie | gibt es | wann können |"
    "wer sind sie | wer ist da | passt ihnen | passt der | passt es | funktioniert das |"
    "wat kost | wat kosten | hoeveel | kunt u | kun je | kunnen we | kunnen wij | wie bent u |"
    "wanneer kunt | heeft u |"
    # French
    "combien | pouvez-vous | pourriez-vous | peux-tu | est-ce que | avez-vous | quel est |"
    "quelle est | quels sont | quand pouvez | qui êtes-vous | comment fonctionne | peut-on |"
    "pourrait-on |"
    # Spanish, Portuguese, Italian
    "cuánto | cuántos | puede enviar* | puedes | podría | podrían | podemos | pueden | cuál es |"
    "tienen | quién es | quién eres | cómo funciona | qué precio | quanto custa | quanto fica |"
    "quantos | pode me | pode enviar | poderia | podemos | vocês têm | você tem | quem é |"
    "qual o | qual é | como funciona | quanto costa | quanto viene | può inviar* | può mandar* |"
    "potete | potrebbe | puoi | possiamo | chi è | qual è | avete | come funziona |"
    # Nordic
    "vad kostar | hur mycket | hur många | kan du | kan ni | kan vi | vem är | har ni |"
    "hur fungerar | hvad koster | hvor meget | hvor mange | kan i | hvem er | har i |"
    "hvordan virker | hva koster | hvor mye | kan dere | har dere | hvordan fungerer |"
    "paljonko | kuinka paljon | mitä maksaa | voitteko | voisitteko | voitko | onko teillä |"
    "kuka | miten se |"
    # Central and eastern Europe
    "ile kosztuje | ile to | czy może* | czy mogę | czy jest | czy macie | czy możemy | kto to |"
    "kolik stojí | kolik to | můžete | mohli byste | můžeme | máte | kdo jste | koľko stojí |"
    "koľko to | môžete | môžeme | kto ste | mennyibe kerül | mennyi az | mennyibe | tudna |"
    "tudnának | tudnátok | van önöknek | ki ez | lehetne | cât costă | puteți | ați putea |"
    "putem | aveți | cine sunteți | ne kadar | kaç para | fiyatı ne* | gönderebilir misin* |"
    "arayabilir misin* | misiniz | mısınız | var mı | kimsiniz | сколько стоит | сколько |"
    "можете | могли бы | можем ли | есть ли | кто вы | кто это | скільки | чи можете | могли б |"
    "чи можна | хто ви | чи є | πόσο κοστίζει | πόσο | μπορείτε | μπορούμε | έχετε |"
    "ποιος είστε | θα μπορούσατε |"
    # East Asia and Middle East
    "いくら | できますか | でしょうか | ありますか | ですか | いただけますか | もらえますか |"
    "どなた | ますか | 多少钱 | 多少錢 | 可以吗 | 能否 | 能不能 | 是否 | 请问 | 請問 | 你是谁 |"
    "吗？ | 吗? | 嗎？ | 嗎? | 얼마 | 가능한가요 | 가능할까요 | 있나요 | 주실 수 | 누구세요 |"
    "되나요 | 인가요 | 할까요 | 나요 | كم السعر | كم سعر | كم يكلف | هل يمكن* | هل لديكم | هل |"
    "من أنت | من انتم | כמה עולה | כמה זה | האם | אפשר לקבל | תוכל* | מי זה | מה המחיר"
)

ORDERS = Phrases(
    "πάρτε με | πάρε με | bitte um rückruf | rückruf |"
    # English
    "call me | give me a call | ring me | text me | phone me | email me | write me | send me |"
    "send us | send over | please send | please ship | send the | send it to | send a |"
    "send another | send two | ship it | ship the | ship them | ship to | we'll take |"
    "we will take | i'll take | sign me up | price | prices | pricing | price list | quote |"
    "quotation | cost | contract | proposal | purchase | invoice me | invoice us | follow up |"
    "check back | circle back | try me | touch base | come by | stop by | talk to | speak with |"
    "speak to | ask for | get in touch with me | please have a look | take a look |"
    "reach out again | reach out in | have a look | resend | write to me |"
    # German, Dutch
    "rufen sie mich | ruf mich | rufen sie gerne | schicken sie | senden sie | angebot | preis |"
    "preise | preisliste | vertrag | bestellen | bestellung | melden sie sich bei mir |"
    "gern ein telefonat | telefonat | bel me | belt u mij | stuur* | offerte | prijs | prijzen |"
    "bestellen | contract |"
    # French
    "m'envoyer | nous envoyer | envoyez-moi | envoyez-nous | envoyez | appelez-moi |"
    "rappelez-moi | devis | tarif | tarifs | prix | commander | contrat | me rappeler |"
    "m'appeler |"
    # Spanish, Portuguese, Italian
    "llámeme | llámame | envíeme | envíenos | envíame | mándeme | mándame | enviarme |"
    "presupuesto | cotización | precio | precios | contrato | pedido | me ligue |"
    "ligue para mim | me ligar | me envie | envie o | mande | orçamento | preço | preços |"
    "proposta | mi chiami | chiamatemi | mi mandi | inviatemi | mandatemi | preventivo |"
    "prezzo | prezzi | contratto | ordinare | offerta | listino |"
    # Nordic
    "ring mig | ring gärna | skicka | offert | pris | priser | prislista | avtal | beställa |"
    "ring meg | send mig | send meg | send os | send gerne | tilbud | prisliste | kontrakt |"
    "bestille | ringe mig | ringe meg | soita | soittakaa | lähettäkää | lähetä | tarjous |"
    "hinta | hinnat | tilata |"
    # Central and eastern Europe
    "proszę o telefon | proszę zadzwonić | proszę przesłać | proszę wysłać | proszę o ofertę |"
    "oferta | ofertę | cennik | cena | cenę | ceny | umow* | zamówić | zavolejte | zašlete |"
    "pošlete | pošlite | nabídku | nabídka | ponuku | cenu | ceník | cenník | smlouvu |"
    "objednat | zavolajte | hívjon | hívj | küldjön | küldjék | árajánlat* | ajánlat* |"
    "árlist* | szerződés* | megrendel* | sunați-mă | trimiteți | oferta de preț | ofertă |"
    "preț | prețuri | contractul | beni arayın | arayın | gönderin | teklif | fiyat |"
    "fiyatları | sözleşme | позвоните | перезвоните | пришлите | отправьте | вышлите | цену |"
    "цена | цены | прайс | договор | счёт | зателефонуйте | надішліть | ціну | ціна | договір |"
    "καλέστε με | τηλεφωνήστε | στείλτε | προσφορά | τιμή | τιμές | συμβόλαιο | τιμοκατάλογο |"
    # East Asia and Middle East
    "送ってください | お送りください | 電話ください | お電話ください | 見積 | 価格 | 料金 |"
    "契約 | 注文 | お願いします | 报价 | 報價 | 价格 | 價格 | 请发 | 請寄 | 请寄 | 合同 | 订购 |"
    "给我打电话 | 打电话给我 | 보내주세요 | 보내 주세요 | 전화주세요 | 전화 주세요 | 견적 |"
    "가격 | 계약 | 주문 | اتصل بي | اتصلوا بي | أرسل | أرسلوا | ارسل لي | عرض سعر | السعر |"
    "العقد | תתקשר* | התקשר* | תשלח* | שלחו | שלח לי | הצעת מחיר | מחיר | חוזה"
)

REPORTS = Phrases(
    "we do not purchase | we do not need | we do not use | we do not have | we do not want |"
    "we do not buy | we don't | we did not | we no longer own | i don't | i do not | mounted |"
    "happy with | is happy | are happy |"
    # English
    "got it | got the | got your lock | got your package | got one | got both | received it |"
    "received the | received one | came in | came yesterday | came today | it came | arrived |"
    "showed up | opened it | installed | tested | tried | trying it | it works | works fine |"
    "works great | works well | works like | works on | works with | is working |"
    "working great | working fine | love it | love the | like it | like the | looks good |"
    "looks great | looks nice | looks solid | haven't | hasn't | didn't | doesn't | don't have |"
    "won't | isn't | we already | already have | already use | already bought | i spoke |"
    "i asked | i talked | i showed | i forwarded | i passed | i shared | passed it |"
    "passed this | adding | looping | copying | back now | just got back | was on vacation |"
    "was away | was out of | were away | sorry for the delay | sorry for the late |"
    "sorry for the slow | still interested | interested in | we're interested | i'm interested |"
    "writing from my | new employer | my owner | our owner | my boss | my partner | my husband |"
    "my wife | went with | we use | we're using | we chose | we bought | we sold | sold the |"
    "wrong person | never received | never got | never arrived | no longer the right | i run |"
    "i manage | i look after | i handle | i took over | broke | broken | jammed |"
    # German, Dutch
    "ist da | ist angekommen | angekommen | ist eingetroffen | haben es erhalten |"
    "habe es erhalten | haben wir erhalten | schloss erhalten | funktioniert | ausprobiert |"
    "eingebaut | getestet | gefällt uns | gefällt mir | wieder da, | interesse | interessiert |"
    "ontvangen | aangekomen | werkt goed | getest | geprobeerd | geïnstalleerd | bevalt |"
    # French
    "bien reçu, | bien reçu la | bien reçu le | bien arrivé* | est arrivé* | l'avons reçu* |"
    "l'ai reçu* | fonctionne | testé* | essayé* | installé* | intéressé* | ça marche |"
    "nous avons déjà |"
    # Spanish, Portuguese, Italian
    "la recibimos | lo recibimos | la recibí | lo recibí | ya llegó | llegó | funciona | probé |"
    "probamos | instalamos | instalé | nos gusta | me gusta | interesad* | ya tenemos | chegou |"
    "recebi | recebemos ontem | funcionou | testei | testamos | instalei | gostei | gostamos |"
    "interessad* | já temos | è arrivat* | arrivat* | ricevuta | ricevuto ieri | funzionano |"
    "provat* | installat* | interessat* | ci piace | mi piace | abbiamo già |"
    # Nordic
    "har kommit | kom fram | fått | mottagit låset | funkar | fungerar | testat | provat |"
    "installerat | intresserad* | er kommet | har fået | har fått | virker | fungerer | testet |"
    "prøvet | prøvd | installeret | installert | interesseret | interessert | kom i går |"
    "saapui | tuli perille | saatiin | saimme | toimii | testattu | asensimme | kiinnostun* |"
    "kiinnostaa |"
    # Central and eastern Europe
    "dotarł* | przyszedł | przyszła | działa | przetestowa* | zainstalowa* | zainteresowan* |"
    "otrzymałem | otrzymałam | dorazil* | přišel | funguje | vyzkouše* | nainstalova* |"
    "máme zájem | mám zájem | prišiel | dostal som | dostali jsme zámek | vyskúša* |"
    "máme záujem | mám záujem | megérkezett | megjött | működik | kipróbál* | felszerel* |"
    "érdekel minket | érdekelne | megkaptam | a ajuns | am primit încuietoarea | funcționează |"
    "am testat | am instalat | suntem interesați | ulaştı | geldi | elime geçti | aldım |"
    "aldık | çalışıyor | denedik | denedim | taktık | ilgileniyoruz | ilgileniyorum | получил |"
    "получила | получили замок | пришёл | пришел | дошёл | работает | попробовал* | установил* |"
    "интересно, | заинтересован* | отримав | отримала | отримали замок | прийшов | працює |"
    "спробува* | встанови* | цікавить | έφτασε | παραλάβαμε | παρέλαβα | λειτουργεί | δουλεύει |"
    "δοκιμάσαμε | δοκίμασα | ενδιαφερόμαστε | ενδιαφέρομαι | το λάβαμε | το πήρα |"
    # East Asia and Middle East
    "受け取りました | 届きました | 使ってみました | 試しました | 動きます | 問題なく |"
    "興味があります | 收到了 | 已收到样品 | 已经收到 | 试过 | 好用 | 安装了 | 感兴趣 | 有兴趣 |"
    "받았습니다 | 도착했습니다 | 잘 작동 | 써봤 | 설치했 | 관심 있 | 관심이 있 | وصل | وصلت |"
    "استلمت | يعمل | جربنا | جربت | مهتمون | مهتم | הגיע | קיבלתי | קיבלנו את המנעול | עובד |"
    "עובד מצוין | ניסינו | התקנו | מעוניינים | מעוניין"
)

PROPOSES = Phrases(
    # English
    "let's | lets talk | works for me | work for you | works for us | i can do | can do |"
    "i'm free | i am free | we're free | am available on | talk on | talk at | talk next |"
    "speak on | meet on | meet at | a call | schedule | happy to chat | happy to talk |"
    "happy to meet | quick call | a demo | pilot | move forward | calendar link | talk in |"
    "revisit | next quarter | next year | next spring | after the season | next month works |"
    # German, Dutch
    "telefonieren | sprechen wir | lassen sie uns | treffen | termin | passt mir | passt uns |"
    "danach gern | laten we | afspraak | komt mij uit | komt uit | bellen |"
    # French
    "parlons | appelons | rendez-vous | me convient | nous convient | disponible jeudi |"
    "je suis disponible | on peut se | se parler | on s'appelle |"
    # Spanish, Portuguese, Italian
    "hablamos | hablemos | nos vemos | me viene bien | reunirnos | reunión | vamos conversar |"
    "conversamos | falamos | podemos falar | reunião | combinado | parliamo | parliamone |"
    "sentiamoci | ci sentiamo | incontriamoci | appuntamento | mi va bene | va bene per |"
    "riunione |"
    # Nordic
    "vi hörs | låt oss | boka | passar bra | passar mig | möte | lad os | vi tales |"
    "passer fint | passer mig | passer bra | møde | la oss | vi snakkes | snakkes | møte |"
    "sopii | jutellaan | palaveri | tavataan |"
    # Central and eastern Europe
    "porozmawiajmy | umówmy | spotkanie | spotkajmy | pasuje mi | pasuje | rozmow* | zavolejme |"
    "sejdeme | schůzk* | hodí se mi | vyhovuje | stretn* | beszéljünk | egyeztessünk |"
    "találkoz* | megfelel | să vorbim | să ne întâlnim | întâlnire | îmi convine | konuşalım |"
    "görüşelim | görüşebiliriz | görüşme | toplantı | uygun | созвонимся | давайте | встреч* |"
    "поговорим | удобно | зідзвонимося | зустріч* | поговоримо | зручно | ας μιλήσουμε |"
    "να μιλήσουμε | συνάντηση | ραντεβού | με βολεύει |"
    # East Asia and Middle East
    "打ち合わせ | 話しましょう | 都合がいい | お話し | 会议 | 会面 | 见面 | 聊聊 | 谈谈 | 通话 |"
    "미팅 | 통화 | 만나 | 이야기 나 | لنتحدث | اجتماع | مكالمة | موعد | يناسبني | בוא נדבר |"
    "נדבר | פגישה | שיחה | מתאים לי | ניפגש"
)

DECIDES = Phrases(
    # English
    "yes | yep | yeah | yup | sounds good | go ahead | please proceed | sure thing |"
    "absolutely | deal | no thanks | no thank you | not now | not at this time | not right now |"
    "not for us | not a fit | not ready | all set | we're good | we are good | too expensive |"
    "not in the budget | no budget | under contract | accepted! | you have the wrong |"
    "wrong number | in the meantime yes |"
    # Other languages
    "ja, | ja! | ja gerne | ja gern | ja bitte | nein danke | nein, | einverstanden | oui |"
    "non merci | d'accord | parfait | sí, | sí. | no gracias | no, gracias | de acuerdo |"
    "perfecto | sim, | sim! | chegou sim | não, obrigad* | perfeito | pode ser | sì |"
    "no grazie | no, grazie | perfetto | d'accordo | nee, | nee dank | nee bedankt | ja graag |"
    "akkoord | ja tack | nej tack | ja tak | nej tak | ja takk | nei takk | kyllä | ei kiitos |"
    "tak, | nie, dziękuj* | nie dziękuj* | zgoda | ano, | ne, děkuj* | děkuji, nem* | áno |"
    "nie, ďakuj* | igen | nem, köszön* | rendben | da, | nu, mulțum* | nu mulțum* | de acord |"
    "evet | hayır, | hayır teşekkür* | tamam | да, | да! | нет, спасибо | нет спасибо |"
    "согласны | так, | ні, дякую | ні дякую | ναι | όχι, ευχαρ* | όχι ευχαρ* | σύμφωνοι | はい |"
    "いいえ | 結構です | 了解 | 好的 | 是的 | 不用了 | 不，谢谢 | 네, | 네. | 네! | 예, |"
    "아니요 | 괜찮습니다 | 좋습니다 | نعم | لا شكرا | لا، شكرا | موافق | כן, | כן. | כן |"
    "לא תודה | לא, תודה | מסכים"
)

GROUPS = (ASKS, ORDERS, REPORTS, PROPOSES, DECIDES)

# Weaker signs that a person types: our own goods, and one person speaking of himself or herself.
OUR_GOODS = Phrases(
    "box | package | parcel | sample | samples | paket | colis | paquete | pacote | pacco |"
    "pakket | paczka | balík | csomag | посылка | lock | locks | demo lock | hub | schloss |"
    "schlösser | serrure | serrures | cerradura* | fechadura* | serratur* | slot | sloten |"
    "lås | låset | låsen | demolås* | lukko | lukon | zamek | zamki | zamka | zámek | zámky |"
    "zámok | zár | zárat | zárak | încuietoare* | kilit* | kilid* | замок | замки | замка |"
    "κλειδαρι* | 錠 | ロック | 锁 | 鎖 | 자물쇠 | 도어락 | 잠금장치 | قفل | القفل | מנעול* |"
    "המנעול"
)
SPEAKS_OF_SELF = Phrases(
    "i'm | i'll | i've | i'd | me | my | ich | mir | mich | mein | meine | je | j'ai | moi |"
    "mon | yo | mi | me | estoy | soy | eu | meu | minha | estou | io | sono | mio | ik | mij |"
    "mijn | jag | mig | min | jeg | meg | minä | minun | olen | ja jestem | mnie | mój | moja |"
    "jestem | já | jsem | můj | som | môj | én | vagyok | eu sunt | meu | ben | benim | я |"
    "мне | мой | меня | мені | мене | εγώ | μου | είμαι | 私 | 僕 | 我 | 저는 | 제가 | 저희 |"
    "أنا | אני | שלי"
)

# Small words of the languages that the lists know; a text without any is one we cannot judge.
KNOWN_LANGUAGE = Phrases(
    "at | or | our | your | by | from | be | but | so | on | in | was | they | he | she | me |"
    "if | can | hi | hello | thanks | as | out | haben | hat | sind | kein | keine | keinen |"
    "aber | von | bei | dem | den | auch | noch | bitte | danke | hallo | leider | dans | sur |"
    "mais | avec | qui | sera | bonjour | merci | está | estoy | pero | gracias | como | más |"
    "hola | mas | já | está | obrigado | isso | ma | grazie | come | sarà | alla | maar | dat |"
    "ons | dank | har | men | til | tak | tack | så | om | fra | kun | mutta | ale | to | jak |"
    "dla | czy | ten | jsem | jste | tak | ako | sa | mint | most | meg | csak | sajnos | la |"
    "pe | de | mai | şu | çok | ama | var | the | and | is | are | to | of | you | we | i | it |"
    "for | this | that | not | have | with | my | no | der | die | das | und | ist | nicht |"
    "ich | wir | sie | mit | für | ein | eine | zu | im | auf | le | les | des | et | est |"
    "pas | vous | nous | je | une | pour | du | que | au | el | los | las | es | por | para |"
    "una | con | en | su | del | se | lo | al | não | os | um | uma | com | do | da | em | é |"
    "eu | ao | il | che | di | per | non | una | è | sono | ho | la | het | een | van | niet |"
    "ik | wij | voor | met | op | zijn | de | och | är | inte | jag | vi | på | av | en | ett |"
    "det | att | som | er | ikke | jeg | til | af | og | et | ei | ja | on | että | se | olen |"
    "ovat | w | z | na | nie | do | jest | się | proszę | že | je | v | jsem | jsme | som |"
    "sme | pre | pro | a | az | egy | és | hogy | nem | van | ez | și | este | nu | în | cu |"
    "sunt | ve | bir | bu | için | ile | da | değil | mi"
)
