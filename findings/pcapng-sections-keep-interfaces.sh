#!/usr/bin/env bash
# Scapy 2.8.0 and dpkt 1.9.8 read a pcapng file of two sections with the interfaces of the first section.
#
# A pcapng file may have several sections: `cat a.pcapng b.pcapng` makes one. Each section numbers its own interfaces
# from 0 (draft-ietf-opsawg-pcapng, section 4.1). This file has a packet on interface "before" at 1700000000 s, counted in
# nanoseconds, and a second section with a packet on interface "dropped" at 1700000001 s, counted in microseconds.
# python-pcapng 2.1.1 reads both as written. Scapy gives the second packet the name "before" and the time 1700000.001 s.
# dpkt gives it the same wrong time. Neither reports an error.
#
# Seen on 2026-11-28 with Python 3.11:
#   scapy   1700000000 before | 1700000.001 before
#   dpkt    1700000000 | 1700000.001
#   pcapng  1700000000 before | 1700000001 dropped
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check scapy==2.8.0 dpkt==1.9.8 python-pcapng==2.1.1
"$folder/python/bin/python" - "$folder/two.pcapng" > "$folder/seen" 2> "$folder/messages" <<'PYTHON' || { cat "$folder/messages"; exit 1; }
import struct, sys
import dpkt, pcapng
from pcapng.blocks import EnhancedPacket
from scapy.utils import PcapNgReader

def block(kind, body):
    length = len(body) + 12
    return struct.pack('<II', kind, length) + body + struct.pack('<I', length)

def option(code, value):
    return struct.pack('<HH', code, len(value)) + value + bytes(-len(value) % 4)

def section(name, resolution, ticks):
    packet = bytes.fromhex('020000000002 020000000001 0800 4500001c00000000401100000a0000010a000002 03e8 07d0 0008 0000')
    return (
        block(0x0A0D0D0A, struct.pack('<IHHq', 0x1A2B3C4D, 1, 0, -1))
        + block(1, struct.pack('<HHI', 1, 0, 0) + option(2, name) + option(9, bytes([resolution])) + option(0, b''))
        + block(6, struct.pack('<IIIII', 0, ticks >> 32, ticks & 0xFFFFFFFF, len(packet), len(packet))
                + packet + bytes(-len(packet) % 4))
    )

path = sys.argv[1]
with open(path, 'wb') as file:
    file.write(section(b'before', 9, 1_700_000_000 * 10**9) + section(b'dropped', 6, 1_700_000_001 * 10**6))

def number(seconds):
    return f'{float(seconds):.3f}'.rstrip('0').rstrip('.')

print('scapy  ', ' | '.join(f'{number(packet.time)} {packet.sniffed_on}' for packet in PcapNgReader(path)))
with open(path, 'rb') as file:
    print('dpkt   ', ' | '.join(number(time) for time, _ in dpkt.pcapng.Reader(file)))
with open(path, 'rb') as file:
    blocks = [item for item in pcapng.FileScanner(file) if isinstance(item, EnhancedPacket)]
    print('pcapng ', ' | '.join(f"{number(item.timestamp)} {item.interface.options['if_name']}" for item in blocks))
PYTHON
diff - "$folder/seen" <<'SEEN'
scapy   1700000000 before | 1700000.001 before
dpkt    1700000000 | 1700000.001
pcapng  1700000000 before | 1700000001 dropped
SEEN
echo 'as described'
