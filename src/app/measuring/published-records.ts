/** The records that are published with the page: usable records, and the problems of the others. */
import { createStore } from 'zustand/vanilla';
import { type JudgedPaper, judgeFindings } from '../../papers/judge-paper.ts';
import type { Paper } from '../../papers/paper.ts';
import { findingsOfRecord, incomparabilityReason, type PaperRecord } from '../../papers/paper-record.ts';
import { decodeRecords } from './record-file.ts';

export interface PublishedPaper {
  readonly record: PaperRecord;
  readonly judgedPaper: JudgedPaper;
}

/** The records, as far as they are loaded. */
export interface PublishedRecordsState {
  readonly state: 'loading' | 'loaded' | 'failed';
  /** By paper: records that are comparable with measurements of this page. */
  readonly papers: ReadonlyMap<string, PublishedPaper>;
  /** By paper: the reason why its record is not comparable, in words. */
  readonly incomparabilityReasons: ReadonlyMap<string, string>;
  /** The reason why there are no records; NotLoadedError if the file could not be loaded. */
  readonly problem: unknown;
}

/** The records, each loaded once. */
export class PublishedRecords {
  readonly store = createStore<PublishedRecordsState>(() => ({
    state: 'loading',
    papers: new Map(),
    incomparabilityReasons: new Map(),
    problem: undefined,
  }));
  private readonly papers: readonly Paper[];
  private readonly version: string;

  constructor(papers: readonly Paper[], version: string) {
    this.papers = papers;
    this.version = version;
  }

  /**
   * Loads the records. The call may come again after a failure.
   * @param fetchFile the bytes of the file
   */
  async load(fetchFile: () => Promise<Uint8Array>): Promise<void> {
    this.store.setState({ state: 'loading', problem: undefined });
    try {
      this.setRecords(decodeRecords(await fetchFile()));
    } catch (error) {
      this.store.setState({ state: 'failed', problem: error });
    }
  }

  /** A record of another version or another method is named but not shown. */
  private setRecords(records: readonly PaperRecord[]): void {
    const papers = new Map<string, PublishedPaper>();
    const incomparabilityReasons = new Map<string, string>();
    for (const paper of this.papers) {
      const record = records.find((candidate) => candidate.paper === paper.id);
      if (record === undefined) continue;
      const reason = incomparabilityReason(record, paper, this.version);
      if (reason === undefined)
        papers.set(paper.id, { record, judgedPaper: judgeFindings(paper, findingsOfRecord(record)) });
      else incomparabilityReasons.set(paper.id, reason);
    }
    this.store.setState({ state: 'loaded', papers, incomparabilityReasons });
  }
}

/** @throws Error if the server does not send the file; TypeError if it is not reached */
export async function fetchBytes(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
