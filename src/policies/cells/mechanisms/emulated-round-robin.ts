/**
 * EWRR computes the cells that each VC would hold if it had its own queue under weighted round robin. In reality the
 * cells leave one FIFO buffer. Each cell that leaves is counted for the VC whose turn it would be. Source: Hu & Jan,
 * section 3.1. A VC is listed again when it is served and when one of its cells arrives. The text does not say this,
 * but otherwise the weights have no effect.
 */
export class EmulatedRoundRobin {
  /** Virtual occupancy of each VC. Their sum is the number of cells in the buffer. */
  readonly virtualCells: Int32Array;
  /** Cells that a VC may still send in this round, and all of them together. */
  readonly credit: Int32Array;
  roundLeft = 0;
  private readonly weights: Int32Array;
  private round = 0;
  /** VCs with cells and credit, in the order of their turns: a ring. */
  private readonly turns: Int32Array;
  private readonly listedByVc: Uint8Array;
  private head = 0;
  private count = 0;

  constructor(weights: readonly number[]) {
    this.virtualCells = new Int32Array(weights.length);
    this.credit = new Int32Array(weights.length);
    this.weights = new Int32Array(weights.length);
    this.turns = new Int32Array(weights.length);
    this.listedByVc = new Uint8Array(weights.length);
    this.setWeights(weights);
    this.credit.set(this.weights);
    this.roundLeft = this.round;
  }

  /** They are valid from the next round. */
  setWeights(weights: readonly number[]): void {
    this.weights.set(weights);
    this.round = this.weights.reduce((sum, weight) => sum + weight, 0);
  }

  /** VCs that are listed, in order. */
  get turnsAhead(): number[] {
    return Array.from({ length: this.count }, (_, position) => this.turns[(this.head + position) % this.turns.length]);
  }

  /** A cell of this VC was accepted. */
  onTaken(vc: number): void {
    this.virtualCells[vc] = this.virtualCells[vc] + 1;
    if (this.count === 0) this.reset();
    this.append(vc);
  }

  /**
   * A cell of any VC has left.
   * @returns the VC for which it counts
   */
  onSent(): number {
    const vc = this.turns[this.head];
    this.head = (this.head + 1) % this.turns.length;
    this.count--;
    this.listedByVc[vc] = 0;
    this.virtualCells[vc] = this.virtualCells[vc] - 1;
    this.credit[vc] = this.credit[vc] - 1;
    this.roundLeft--;
    this.append(vc);
    if (this.roundLeft === 0 || this.count === 0) this.reset();
    return vc;
  }

  private append(vc: number): void {
    if (this.listedByVc[vc] === 1 || this.virtualCells[vc] <= 0 || this.credit[vc] <= 0) return;
    this.turns[(this.head + this.count) % this.turns.length] = vc;
    this.listedByVc[vc] = 1;
    this.count++;
  }

  private reset(): void {
    this.roundLeft = this.round;
    this.credit.set(this.weights);
    for (let vc = 0; vc < this.weights.length; vc++) this.append(vc);
  }
}
