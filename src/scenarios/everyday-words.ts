/** Everyday words of scenarios whose texts have the terms of the field: the search of the gallery finds both. */

const HOME = 'home router internet wifi wi-fi slow lag latency bufferbloat speed test';

const wordsOfPreset: Readonly<Record<string, string>> = {
  'upload-spoils-download': `${HOME} uploading backup cloud dsl adsl`,
  'family-evening': `${HOME} gaming upload uploading video call meeting streaming television`,
  rrul: `${HOME} upload uploading flent`,
  'cable-40-to-1': `${HOME} upload asymmetric docsis`,
  'acks-take-places': `${HOME} upload uploading dsl adsl`,
  'home-bufferbloat': `${HOME} game gaming`,
  'greedy-and-sparse': `${HOME} video call meeting game gaming`,
  'home-hosts': `${HOME} family`,
  'video-beside-download': 'home internet wifi wi-fi slow buffering streaming television tv',
  'web-fetches': 'home internet wifi wi-fi slow browsing',
  'mobile-link': 'phone lte 4g 5g wifi wi-fi slow lag bufferbloat',
};

/** Words that people outside the field use for a scenario; empty for most. */
export const everydayWords = (preset: string): string => wordsOfPreset[preset] ?? '';
