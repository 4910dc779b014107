"""The ledger in Redis, on its clock, for all processes that use the same name: one script a turn."""

import json
import logging
import time
import uuid
from collections.abc import Callable
from typing import Any, Self

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from leads.hubspot.ledger import (
    DAY,
    DAY_NOTE_LASTS,
    PROBE_LASTS,
    Ask,
    Gate,
    Ledger,
    Look,
    Turn,
    kept_for_changes,
)

logger = logging.getLogger(__name__)

ALONE_FOR = 5.0
"""Seconds for which a Redis that failed is not asked again."""
STATE_LASTS = 3 * 24 * 3600
"""Seconds after which what was learned of a portal that nobody calls any more is forgotten."""

NOW = """
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
"""
TAKE = (
    NOW
    + """
local window, most, share, learned = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]
local paced, spare, probe, fresh = ARGV[5], tonumber(ARGV[6]), tonumber(ARGV[7]), tonumber(ARGV[8])
local gates, probes = cjson.decode(ARGV[10]), {}
for _, name in ipairs(gates) do
    local raw = redis.call('HGET', KEYS[2], 'gate:' .. name)
    if raw then
        local gate = cjson.decode(raw)
        local back = gate['since'] - now
        if back > 1000 then  -- its clock was set back meanwhile
            gate['since'], gate['until'] = now, gate['until'] - back
            redis.call('HSET', KEYS[2], 'gate:' .. name, cjson.encode(gate))
        end
        if gate['until'] > now then
            return {gate['until'] - now, name, 0, 0, ''}
        end
        gate['until'] = now + probe
        table.insert(probes, {name, cjson.encode(gate)})
    end
end
if spare > 0 then
    local day = redis.call('HMGET', KEYS[2], 'day_calls', 'day_left', 'day_at')
    if day[1] and day[3] and now - day[3] <= fresh and tonumber(day[2]) < tonumber(day[1]) * spare then
        return {fresh, 'day', 0, 0, ''}
    end
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
redis.call('ZREMRANGEBYSCORE', KEYS[1], now + 1000, '+inf')
local maximum = learned == '1' and tonumber(redis.call('HGET', KEYS[2], 'maximum') or most) or most
local allowed = math.max(1, math.floor(maximum * share + 0.000001))
local count = redis.call('ZCARD', KEYS[1])
if count >= allowed then
    local first = redis.call('ZRANGE', KEYS[1], count - allowed, count - allowed, 'WITHSCORES')
    return {math.max(1, first[2] + window - now), '', count, 0, ''}
end
local pace = math.max(1, math.ceil(allowed * 1000 / window))
if paced == '1' and count >= pace then
    local before = redis.call('ZRANGE', KEYS[1], count - pace, count - pace, 'WITHSCORES')
    if before[2] + 1000 > now then
        return {math.max(1, before[2] + 1000 - now), '', count, 0, ''}
    end
end
redis.call('ZADD', KEYS[1], now, ARGV[9])
redis.call('PEXPIRE', KEYS[1], window)
local names = {}
for _, one in ipairs(probes) do
    redis.call('HSET', KEYS[2], 'gate:' .. one[1], one[2])
    table.insert(names, one[1])
end
local troubles = tonumber(redis.call('HGET', KEYS[2], 'troubles') or 0)
return {0, '', count + 1, troubles, table.concat(names, '|')}
"""
)
CLOSE = (
    NOW
    + """
local raw, since = redis.call('HGET', KEYS[1], ARGV[1]), now
if raw then
    local gate = cjson.decode(raw)
    if gate['why'] == ARGV[2] then since = gate['since'] end
end
local gate = {why = ARGV[2], words = ARGV[3], since = since, ['until'] = now + tonumber(ARGV[4])}
redis.call('HSET', KEYS[1], ARGV[1], cjson.encode(gate))
redis.call('EXPIRE', KEYS[1], tonumber(ARGV[5]))
"""
)


class RedisLedger:
    """Without Redis the limits are kept in `instead` for a while: work goes on."""

    note_every = 2.0

    def __init__(
        self, redis: Redis, *, name: str, instead: Ledger, clock: Callable[[], float]
    ) -> None:
        self._redis, self._name, self._instead, self._clock = redis, name, instead, clock
        self._take, self._close = redis.register_script(TAKE), redis.register_script(CLOSE)
        self._alone_until = float("-inf")

    @classmethod
    def at(
        cls, url: str, *, name: str, instead: Ledger, clock: Callable[[], float] = time.monotonic
    ) -> Self:
        """Over a Redis that answers at once or is done without: by itself it tries for seconds."""
        redis = Redis.from_url(
            url, socket_timeout=1.0, socket_connect_timeout=1.0, retry=Retry(NoBackoff(), 0)
        )
        return cls(redis, name=name, instead=instead, clock=clock)

    def take(self, ask: Ask) -> Turn:
        return self._ask(lambda: self._take_there(ask), lambda: self._instead.take(ask))

    def close(self, name: str, why: str, words: str, seconds: float) -> None:
        args: list[Any] = [f"gate:{name}", why, words, int(seconds * 1000), STATE_LASTS]
        self._ask(
            lambda: self._close(keys=[self._key("state")], args=args),
            lambda: self._instead.close(name, why, words, seconds),
        )

    def open(self, names: tuple[str, ...]) -> None:
        fields = ["troubles", *(f"gate:{name}" for name in names)]
        self._ask(
            lambda: self._redis.hdel(self._key("state"), *fields),
            lambda: self._instead.open(names),
        )

    def trouble(self) -> int:
        count = self._ask(
            lambda: self._redis.hincrby(self._key("state"), "troubles", 1), self._instead.trouble
        )
        return int(count)

    def note(self, **notes: Any) -> None:
        self._ask(lambda: self._note_there(notes), lambda: self._instead.note(**notes))

    def look(self) -> Look:
        return self._ask(self._look_there, self._instead.look)

    def _take_there(self, ask: Ask) -> Turn:
        keys = [self._key(ask.lane), self._key("state")]
        args: list[Any] = [int(ask.seconds * 1000), ask.most, ask.share, int(ask.learned)]
        args += [int(ask.paced), ask.spare, int(PROBE_LASTS * 1000), int(DAY_NOTE_LASTS * 1000)]
        args += [uuid.uuid4().hex, json.dumps(ask.gates)]
        wait, gate, count, troubles, probes = self._take(keys=keys, args=args)
        names = tuple(name for name in probes.decode().split("|") if name)
        closed = self._closed(gate.decode())
        return Turn(ask.lane, wait / 1000, closed, names, count, troubles)

    def _closed(self, name: str) -> Gate | None:
        if not name:
            return None
        look = self._look_there()
        return kept_for_changes(look.now) if name == DAY else look.gates.get(name)

    def _note_there(self, notes: dict[str, Any]) -> None:
        if "day_left" in notes:
            notes |= {"day_at": int(self._now() * 1000)}
        self._redis.hset(self._key("state"), mapping=dict[Any, Any](notes))
        self._redis.expire(self._key("state"), STATE_LASTS)

    def _look_there(self) -> Look:
        gates: dict[str, Gate] = {}
        notes: dict[str, Any] = {}
        kept: dict[Any, Any] = self._redis.hgetall(self._key("state"))
        for raw_name, raw in kept.items():
            name, text = raw_name.decode(), raw.decode()
            if name.startswith("gate:"):
                gates[name.removeprefix("gate:")] = to_gate(json.loads(text))
            else:
                notes[name] = text if name == "zone" else int(text)
        if "day_at" in notes:
            notes["day_at"] /= 1000
        return Look(self._now(), gates, notes)

    def _now(self) -> float:
        seconds, micros = self._redis.time()
        return float(seconds) + micros / 1e6

    def _key(self, what: str) -> str:
        return f"kisscrm:hubspot:{self._name}:{what}"

    def _ask[T](self, there: Callable[[], T], instead: Callable[[], T]) -> T:
        if self._clock() < self._alone_until:
            return instead()
        try:
            return there()
        except RedisError as error:
            logger.warning("HubSpot's limits are kept without Redis for a while: %s", error)
            self._alone_until = self._clock() + ALONE_FOR
            return instead()


def to_gate(kept: dict[str, Any]) -> Gate:
    return Gate(kept["why"], kept["words"], kept["since"] / 1000, kept["until"] / 1000)
