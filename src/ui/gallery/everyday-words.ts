/**
 * Words that people type and that the texts of a scenario do not have: everyday words, other names, signs of a keyboard.
 * The key is the id of the preset.
 */
export const everydayWordsByPreset: Readonly<Record<string, string>> = {
  opening: 'start begin beginner first tour intro introduction compare',
  'single-tcp':
    'begin beginner basics introduction slow-start slowstart cwnd window congestion-control halves speed slow',
  'two-rtts': 'fair unfair fairness rtt latency far near distance',
  'cbr-overload': 'udp overload flood ddos attack',
  md1: 'queueing queuing theory formula kingman pollaczek khinchine poisson',
  mm1k: 'queueing queuing theory formula erlang blocking poisson loss',
  'home-bufferbloat':
    'bufferbloat lag lags laggy latency delay slow internet wifi wi-fi wlan home dsl cable modem ping gaming games jitter netflix upload',
  'greedy-and-sparse':
    'bufferbloat lag laggy latency delay slow internet wifi wi-fi home zoom teams voip call video-call gaming games jitter sqm',
  'upload-spoils-download':
    'bufferbloat lag laggy latency slow internet wifi wi-fi home router upload uploading backup cloud dsl adsl',
  'family-evening':
    'bufferbloat lag laggy latency slow internet wifi wi-fi home router gaming games upload uploading video call meeting zoom streaming netflix television tv speed test',
  rrul: 'bufferbloat lag latency slow internet wifi wi-fi home router upload uploading flent speed test',
  'home-both-ways':
    'bufferbloat lag laggy latency slow internet wifi wi-fi router upload uploading website browsing page dsl adsl modem',
  'cable-40-to-1': 'bufferbloat lag slow internet wifi wi-fi home router upload asymmetric docsis',
  'acks-take-places': 'bufferbloat lag latency slow internet wifi wi-fi home router upload uploading ping dsl adsl',
  'web-fetches': 'bufferbloat lag laggy latency slow internet wifi wi-fi home website browsing page load surfing http',
  'video-beside-download':
    'netflix youtube streaming stream buffering stall rebuffering dash abr slow internet wifi wi-fi home',
  'sudden-load': 'burst flash crowd spike lag latency',
  'three-pies': 'linux kernel aqm rfc',
  'flows-come-and-go': 'aqm users lag latency tuning',
  'home-hosts': 'fair unfair fairness neighbour roommate sharing home wifi wi-fi slow internet torrent cake',
  'buffer-sizing':
    'sqrt sqrt(n) 1/sqrt(n) √n square root stanford appenzeller buffer size sizes sizing memory bdp how many how much small big',
  'cubic-reno-short': 'fair unfair fairness tcp linux',
  'cubic-reno-long': 'fair unfair fairness tcp linux high speed',
  'bbr-cubic-shallow': 'fair unfair fairness google youtube bbr1 bbrv1 small buffer size',
  'bbr-cubic-deep': 'fair unfair fairness google youtube bbr1 bbrv1 bufferbloat big buffer size',
  'bbr3-cubic': 'fair unfair fairness google bbr v3',
  'bbr3-bbr1': 'fair unfair fairness google bbr v3 v1',
  'rtt-unfairness': 'fair unfair fairness latency far near distance',
  'l4s-beside-classic': 'low latency lag ecn gaming games dualq fair fairness',
  'mobile-link':
    'wifi wi-fi wlan wireless radio phone cellular lte 4g 5g 3g train car slow internet lag latency bufferbloat jitter',
  'satellite-handover': 'starlink leo space wireless lag jitter',
  'lossy-long-path':
    'packet loss wifi wi-fi wireless radio noise bit error slow internet international overseas satellite',
  'reordering-path': 'out of order dupack duplicate acks rack sack wifi wi-fi multipath',
  'shallow-buffer': 'small buffer size sizes sizing pacing burst switch',
  'policed-downloads': 'throttle throttling limit rate limiting token bucket policing isp provider slow internet',
  'incast-dctcp': 'data center datacenter centre cloud cluster mapreduce switch ecn',
  'incast-reno': 'data center datacenter centre cloud cluster mapreduce switch timeout rto',
  'http3-beside-tcp': 'http/3 http3 web udp fair fairness google youtube',
  'odd-sender': 'bug error broken puzzle quiz',
  'paced-trains': 'pacing burst bursts small buffer size',
  'bm-lesson': 'mpeg streaming stream picture pixels broken',
  'abe-voice': 'voip call phone telephone',
};

/** Offered if a search finds nothing. */
export const EXAMPLE_SEARCHES = ['lag', 'slow internet', 'buffer size', 'fairness', 'video', 'packet loss'] as const;
