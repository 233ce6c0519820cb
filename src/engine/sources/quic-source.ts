/** Declares QUIC sources (source-schemas.ts). */
import { quicParameters } from '../transport/quic/quic-parameters.ts';
import { declareSource } from './source-schemas.ts';

declareSource('quic', quicParameters, []);
