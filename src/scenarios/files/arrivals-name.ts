/** Names of files that list arrivals: CSV or a capture, maybe gzipped. */
export const ARRIVALS_NAME = /\.(csv|pcap|pcapng|cap)(\.gz)?$/i;
