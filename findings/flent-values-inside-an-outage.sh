#!/usr/bin/env bash
# Flent 2.2.0 writes values into `results` for times at which every ping was lost.
#
# The aggregator puts the values of all tools on one time line of 0.2 s. It interpolates at a time if the next value is less
# than five steps away, however far back the value before is (flent/aggregators.py, max_distance). So the last second of an
# outage gets a ramp from the last value before it to the first one after it, and an outage of a second is nearly filled.
# `raw_values` has only what was measured: count lost pings there.
#
# Here a ping every 0.2 s shows 20 ms, is lost from 4 s on, and then shows 120 ms. Seen on 2026-11-29 with Python 3.11,
# values from 3.6 s on, `-` for a hole:
#   lost from 4 to 5 s: 20 - 37 53 70 87 103 120 120 120
#   lost from 4 to 8 s: 20 - - - - - - - - - - - - - - - - 96 101 106 110 115 120 120 120
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check flent==2.2.0
"$folder/python/bin/python" - > "$folder/seen" 2> "$folder/messages" <<'PYTHON' || { cat "$folder/messages"; exit 1; }
from types import SimpleNamespace
from flent.aggregators import TimeseriesAggregator


class Pings(TimeseriesAggregator):
    """Flent's aggregator, with a list of values in place of a running ping."""

    def __init__(self, pings):
        super().__init__(SimpleNamespace(STEP_SIZE=0.2, TOTAL_LENGTH=12))
        self.pings = pings

    def collect(self):
        return {'ping': self.pings}, {'series': {}, 'test_parameters': {}}, {}


class Results:
    """What the aggregator writes."""

    def __init__(self):
        self.points, self.kept = [], {'TEST_PARAMETERS': {}}

    def create_series(self, names):
        pass

    def meta(self, key, value=None):
        return self.kept.setdefault(key, value)

    def last_datapoint(self, name):
        return self.points[-1][1] if self.points else None

    def append_datapoint(self, seconds, values):
        self.points.append((seconds, values.get('ping')))


for end in (5, 8):
    times = [step / 5 for step in range(61)]
    pings = [(time, 20.0 if time < 4 else 120.0) for time in times if not 4 <= time < end]
    points = Pings(pings).aggregate(Results()).points
    shown = ['-' if value is None else f'{value:.0f}' for time, value in points if 3.5 < time < end + 0.5]
    print(f'lost from 4 to {end} s: {" ".join(shown)}')
PYTHON
cat "$folder/seen"
diff "$folder/seen" - <<'SEEN'
lost from 4 to 5 s: 20 - 37 53 70 87 103 120 120 120
lost from 4 to 8 s: 20 - - - - - - - - - - - - - - - - 96 101 106 110 115 120 120 120
SEEN
