"""The names of months and weekdays in the languages that absence notes come in."""

from leads.domain.replies_phrases import fold

# In calendar order, "/" between them: full names in the case they take in dates, then short ones.
_MONTHS = (
    "january jan januar januari janvier janv enero ene janeiro gennaio gen tammikuuta "
    "stycznia ledna januara januar ianuarie ocak января січня ιανουαρίου يناير ינואר / "
    "february feb februar februari février févr febrero fevereiro fev febbraio helmikuuta "
    "lutego února februára februar februarie şubat февраля лютого φεβρουαρίου فبراير פברואר / "
    "march mar märz maart mars marzo março maaliskuuta marca března mar március martie mart "
    "марта березня μαρτίου مارس מרץ / april apr avril avr abril abr aprile huhtikuuta "
    "kwietnia dubna apríla április aprilie nisan апреля квітня απριλίου أبريل ابريل אפריל / "
    "may mai mei maj mayo maio maggio mag toukokuuta maja května mája május mayıs мая травня "
    "μαΐου مايو מאי / june jun juni juin junio junho giugno giu kesäkuuta czerwca června júna "
    "június iunie haziran июня червня ιουνίου يونيو יוני / july jul juli juillet juil julio "
    "julho luglio lug heinäkuuta lipca července júla július iulie temmuz июля липня ιουλίου "
    "يوليو יולי / august aug augustus augusti août agosto ago elokuuta sierpnia srpna augusta "
    "augusztus ağustos августа серпня αυγούστου أغسطس אוגוסט / september sep sept septembre "
    "septiembre setembro settembre syyskuuta września září septembra szeptember septembrie "
    "eylül сентября вересня σεπτεμβρίου سبتمبر ספטמבר / october oct oktober okt octobre "
    "octubre outubro ottobre ott lokakuuta października října októbra október octombrie ekim "
    "октября жовтня οκτωβρίου أكتوبر אוקטובר / november nov novembre noviembre novembro "
    "marraskuuta listopada listopadu novembra noiembrie kasım ноября листопада νοεμβρίου "
    "نوفمبر נובמבר / december dec dezember dez december décembre déc diciembre dic dezembro "
    "dicembre joulukuuta grudnia prosince decembra decembrie aralık декабря грудня δεκεμβρίου "
    "ديسمبر דצמבר"
)
# Monday first, as dates count them.
_WEEKDAYS = (
    "monday mon montag lundi lunes segunda-feira lunedì maandag måndag mandag maanantaina "
    "poniedziałek poniedziałku pondělí pondelok hétfő hétfőn luni pazartesi понедельник "
    "понеділок δευτέρα 月曜 周一 월요일 / tuesday tue tues dienstag mardi martes terça-feira "
    "martedì dinsdag tisdag tirsdag tiistaina wtorek wtorku úterý utorok kedd kedden marți "
    "salı вторник вівторок τρίτη 火曜 周二 화요일 / wednesday wed mittwoch mercredi miércoles "
    "quarta-feira mercoledì woensdag onsdag keskiviikkona środę środy středu streda szerda "
    "szerdán miercuri çarşamba среду среду середу τετάρτη 水曜 周三 수요일 / thursday thu "
    "thur thurs donnerstag jeudi jueves quinta-feira giovedì donderdag torsdag torstaina "
    "czwartek czwartku čtvrtek štvrtok csütörtök csütörtökön joi perşembe четверг четвер "
    "πέμπτη 木曜 周四 목요일 / friday fri freitag vendredi viernes sexta-feira venerdì "
    "vrijdag fredag perjantaina piątek piątku pátek piatok péntek pénteken vineri cuma "
    "пятницу п'ятницю παρασκευή 金曜 周五 금요일 / saturday sat samstag samedi sábado sabato "
    "zaterdag lördag lørdag lauantaina sobotę sobotu szombat sâmbătă cumartesi субботу суботу "
    "σάββατο 土曜 周六 토요일 / sunday sun sonntag dimanche domingo domenica zondag söndag "
    "søndag sunnuntaina niedzielę neděli vasárnap duminică pazar воскресенье неділю κυριακή "
    "日曜 周日 일요일"
)


def _numbered(listed: str, first: int) -> dict[str, int]:
    rows = enumerate(listed.split("/"), first)
    return {fold(name): number for number, row in rows for name in row.split()}


MONTH_OF = _numbered(_MONTHS, 1)
WEEKDAY_OF = _numbered(_WEEKDAYS, 0)
