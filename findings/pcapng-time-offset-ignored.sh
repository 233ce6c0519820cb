#!/usr/bin/env bash
# Scapy 2.8.0 and python-pcapng 2.1.1 ignore the option if_tsoffset of a pcapng interface; dpkt 1.9.8 adds it.
#
# The option gives seconds that a reader adds to each time of the interface (draft-ietf-opsawg-pcapng, section 4.2). Here
# it is 1700000000 and the packet has 0.37 s, so the packet is of November 2023. Two of three readers put it into 1970,
# without a message.
#
# Seen on 2026-11-28 with Python 3.11:
#   scapy 0.37, pcapng 0.37, dpkt 1700000000.37
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check scapy==2.8.0 dpkt==1.9.8 python-pcapng==2.1.1
"$folder/python/bin/python" - "$folder/offset.pcapng" > "$folder/seen" 2> "$folder/messages" <<'PYTHON' || { cat "$folder/messages"; exit 1; }
import struct, sys
import dpkt, pcapng
from pcapng.blocks import EnhancedPacket
from scapy.utils import PcapNgReader

def block(kind, body):
    length = len(body) + 12
    return struct.pack('<II', kind, length) + body + struct.pack('<I', length)

def option(code, value):
    return struct.pack('<HH', code, len(value)) + value + bytes(-len(value) % 4)

packet = bytes.fromhex('020000000002 020000000001 0800 4500001c00000000401100000a0000010a000002 03e8 07d0 0008 0000')
path = sys.argv[1]
with open(path, 'wb') as file:
    file.write(block(0x0A0D0D0A, struct.pack('<IHHq', 0x1A2B3C4D, 1, 0, -1)))
    offset = option(14, struct.pack('<q', 1_700_000_000))
    file.write(block(1, struct.pack('<HHI', 1, 0, 0) + option(9, b'\x06') + offset + option(0, b'')))
    file.write(block(6, struct.pack('<IIIII', 0, 0, 370_000, len(packet), len(packet)) + packet + bytes(-len(packet) % 4)))

[seen] = PcapNgReader(path)
print(f'scapy {float(seen.time):.2f}')
with open(path, 'rb') as file:
    [seen] = [item for item in pcapng.FileScanner(file) if isinstance(item, EnhancedPacket)]
    print(f'pcapng {seen.timestamp:.2f}')
with open(path, 'rb') as file:
    [(time, _)] = dpkt.pcapng.Reader(file)
    print(f'dpkt {time:.2f}')
PYTHON
diff - "$folder/seen" <<'SEEN'
scapy 0.37
pcapng 0.37
dpkt 1700000000.37
SEEN
echo 'as described'
