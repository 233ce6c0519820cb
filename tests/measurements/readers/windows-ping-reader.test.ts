/** The text of ping of Windows, in three languages and three encodings. */
import { expect, test } from 'vitest';
import { measured } from '../measured.ts';

const ENGLISH = `
Pinging server.example [192.0.2.50] with 32 bytes of data:
Reply from 192.0.2.50: bytes=32 time=31ms TTL=56
Request timed out.
Reply from 192.0.2.50: bytes=32 time<1ms TTL=56
Reply from 192.0.2.1: Destination host unreachable.
Reply from 192.0.2.50: bytes=32 time=287ms TTL=56

Ping statistics for 192.0.2.50:
    Packets: Sent = 5, Received = 4, Lost = 1 (20% loss),
Approximate round trip times in milli-seconds:
    Minimum = 0ms, Maximum = 287ms, Average = 106ms
`.replaceAll('\n', '\r\n');

test('an error of a router is a loss, although Windows counts it as received', () => {
  const ping = measured(ENGLISH);
  expect(ping.values).toMatchObject({
    kind: 'Windows',
    sent: 5,
    received: 3,
    lost: 2,
    summaryCounts: { sent: 5, received: 4, lost: 1 },
    summaryMs: { min: 0, max: 287, mean: 106 },
  });
  expect([...(ping.series[0]?.samples ?? [])]).toEqual([31, 0.5, 287]);
});

test('German, with the share of losses on a line of its own', () => {
  const ping = measured(`
Ping wird ausgeführt für 192.0.2.50 mit 32 Bytes Daten:
Antwort von 192.0.2.50: Bytes=32 Zeit=6ms TTL=128
Zeitüberschreitung der Anforderung.
Antwort von 192.0.2.50: Bytes=32 Zeit<1ms TTL=128

Ping-Statistik für 192.0.2.50:
    Pakete: Gesendet = 3, Empfangen = 2, Verloren = 1
    (33% Verlust),
Ca. Zeitangaben in Millisek.:
    Minimum = 0ms, Maximum = 6ms, Mittelwert = 3ms
`);
  expect(ping.values).toMatchObject({ kind: 'Windows', sent: 3, received: 2, lost: 1, summaryMs: { mean: 3 } });
});

const RUSSIAN = `
Обмен пакетами с server.example [192.0.2.50] с 32 байтами данных:
Ответ от 192.0.2.50: число байт=32 время=31мс TTL=56
Ответ от 192.0.2.50: число байт=32 время<1мс TTL=56
Превышен интервал ожидания для запроса.

Статистика Ping для 192.0.2.50:
    Пакетов: отправлено = 3, получено = 2, потеряно = 1
    (33% потерь)
Приблизительное время приема-передачи в мс:
    Минимальное = 0мсек, Максимальное = 31 мсек, Среднее = 15 мсек
`;

test.each([
  ['Russian', RUSSIAN],
  [
    'Chinese',
    `
正在 Ping server.example [192.0.2.50] 具有 32 字节的数据:
来自 192.0.2.50 的回复: 字节=32 时间=31ms TTL=56
来自 192.0.2.50 的回复: 字节=32 时间<1ms TTL=56
请求超时。

192.0.2.50 的 Ping 统计信息:
    数据包: 已发送 = 3，已接收 = 2，丢失 = 1 (33% 丢失)，
往返行程的估计时间(以毫秒为单位):
    最短 = 0ms，最长 = 31ms，平均 = 15ms
`,
  ],
])('%s units and commas', (_, text) => {
  const ping = measured(text);
  expect(ping.values).toMatchObject({
    sent: 3,
    received: 2,
    lost: 1,
    summaryCounts: { sent: 3, received: 2, lost: 1 },
    summaryMs: { min: 0, max: 31, mean: 15 },
  });
  expect([...(ping.series[0]?.samples ?? [])]).toEqual([31, 0.5]);
});

test('replies that cannot be read are no losses', () => {
  const ping = measured(RUSSIAN.replaceAll('мс', '??'));
  expect(ping.values).toMatchObject({ sent: 3, received: 2, lost: 1 });
  expect(ping.notes.join()).toContain('No line of a reply could be read');
});

test('a line that the file cuts is no lost probe', () => {
  const cut = ENGLISH.indexOf('time<1ms') + 6;
  expect(measured(ENGLISH.slice(0, cut)).values).toMatchObject({ sent: 2, received: 1, lost: 1 });
});

const FRENCH = `
Envoi d'une requête 'ping' sur server.example [2001:db8::50] avec 32 octets de données :
Réponse de 2001:db8::50 : temps=31 ms 
Délai d'attente de la demande dépassé.
Réponse de 2001:db8::50 : temps=44 ms 

Statistiques Ping pour 2001:db8::50:
    Paquets : envoyés = 3, reçus = 2, perdus = 1 (perte 33%),
Durée approximative des boucles en millisecondes :
    Minimum = 31ms, Maximum = 44ms, Moyenne = 37ms
`;
const encoded = (codes: Readonly<Record<string, number>>) =>
  Uint8Array.from(FRENCH, (sign) => codes[sign] ?? sign.charCodeAt(0));

test.each([
  ['code page 850', encoded({ é: 0x82, ê: 0x88, ç: 0x87 })],
  ['Windows-1252', encoded({})],
  [
    'UTF-16',
    Uint8Array.from([...`\uFEFF${FRENCH}`].flatMap((sign) => [sign.charCodeAt(0) & 0xff, sign.charCodeAt(0) >> 8])),
  ],
])('French, over IPv6, in %s', (encoding, bytes) => {
  expect(measured(bytes).values).toMatchObject({ kind: 'Windows', sent: 3, received: 2, lost: 1, encoding });
  expect(measured(bytes, true).addresses).toEqual(['server.example', '2001:db8::50']);
});
