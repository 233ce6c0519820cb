/** The kinds of sources: the model of their traffic. */
export type SourceKind =
  | 'tcp'
  | 'shortTcp'
  | 'cbr'
  | 'poisson'
  | 'onOff'
  | 'video'
  | 'adaptive'
  | 'vc'
  | 'ping'
  | 'arrivals'
  | 'player'
  | 'quic';
