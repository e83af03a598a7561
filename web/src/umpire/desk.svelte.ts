/**
 * The umpire's table: the case that is being written, what is selected on it, and the rulings on its questions.
 *
 * One desk serves the page for as long as it is open, and what lies on it is kept in this browser.
 */

import { api, Refusal } from '../lib/api';
import { bounds } from '../lib/geometry';
import type { CaseSeen, EditionInfo, Looked, Mark, Point, Position, Ruling, Side, TroopsInfo } from '../lib/wire.gen';
import { Camera } from '../table/camera.svelte';
import { firstToPick, missing, toldOf } from './asking';
import { readCase, writeCase } from './casefile';
import { emptyDraft, newStep, piecesIn, type Draft, type DraftStep } from './draft';
import { changeStep } from './editing';
import { expectedOf } from './expecting';
import { keep, kept } from './keeping';
import { extent, resolve, type Resolved } from './resolving';
import type { Snap } from './snapping';
import type { Stock } from './stock';

export type Tool =
  | { kind: 'select' }
  | { kind: 'stamp'; what: Exclude<Stock, { terrain: string }> }
  | { kind: 'draw'; terrain: string; shape: 'outline' | 'line' | 'crest'; points: Point[]; of: string | null }
  | { kind: 'pick'; step: number; argument: string };

const FAR_BACK = 200;
/** So long after the last change the umpire is asked again (ms). */
const PAUSE = 180;

export class Desk {
  readonly camera = new Camera();
  editions = $state.raw<EditionInfo[]>([]);
  troops = $state.raw<TroopsInfo | null>(null);
  draft = $state.raw<Draft>(kept() ?? emptyDraft());
  /** The draft as it would be if what is held were let go now. */
  preview = $state.raw<Draft | null>(null);
  selected = $state.raw<ReadonlySet<string>>(new Set());
  tool = $state.raw<Tool>({ kind: 'select' });
  /** The exact relation what is held has come near to. */
  snap = $state.raw<Snap | null>(null);
  snapping = $state(true);
  /** What is shown beside the table. */
  tab = $state<'pieces' | 'selected' | 'case'>('pieces');
  /** Whose troops the palette holds. */
  side = $state<Side>('red');
  /** The question looked at. */
  active = $state<number | null>(null);
  looks = $state.raw<ReadonlyMap<number, Looked>>(new Map());
  asking = $state(false);
  fault = $state('');
  saying = $state('');
  #past = $state.raw<Draft[]>([]);
  #future = $state.raw<Draft[]>([]);
  #asked = 0;
  #timer = 0;

  readonly resolved: Resolved = $derived(resolve(this.preview ?? this.draft, this.troops));

  get position(): Position {
    return this.resolved.position;
  }

  /** What the table shows: the case, or what stands there when the question looked at is asked. */
  get shown(): Position {
    const later = this.look?.position;
    return later && !this.preview ? later : this.position;
  }

  /** Whether the table shows a later moment of a case that is played. */
  get later(): boolean {
    return this.shown !== this.position;
  }

  get step(): DraftStep | null {
    return this.draft.steps.find((one) => one.key === this.active) ?? null;
  }

  get look(): Looked | null {
    return this.active === null ? null : (this.looks.get(this.active) ?? null);
  }

  get ruling(): Ruling | null {
    return this.preview ? null : (this.look?.ruling ?? null);
  }

  get marks(): Mark[] {
    return this.ruling?.drawing ?? [];
  }

  get edition(): EditionInfo | null {
    return this.editions.find((one) => one.name === this.draft.edition) ?? null;
  }

  /** Whether its troops are laid as unit groups. */
  get grouped(): boolean {
    return this.troops?.units != null;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  get canRedo(): boolean {
    return this.#future.length > 0;
  }

  /** Get ready: the editions, and the troops of the one in use. */
  async begin(): Promise<void> {
    try {
      if (!this.editions.length) this.editions = await api.editions();
      await this.#loadTroops();
      this.#soon(0);
    } catch (wrong) {
      this.fault = said(wrong);
    }
  }

  async #loadTroops(): Promise<void> {
    const { edition } = this.draft;
    if (this.troops?.edition === edition) return;
    const found = await api.troops(edition);
    // An answer about rules that are no longer in use comes too late.
    if (this.draft.edition === edition) this.troops = found;
  }

  /** Change the case; it can be undone. */
  change(draft: Draft, words = ''): void {
    if (draft === this.draft) return;
    this.#past = [...this.#past.slice(-FAR_BACK), this.draft];
    this.#future = [];
    this.#put(draft);
    if (words) this.saying = words;
  }

  #put(draft: Draft): void {
    const other = draft.edition !== this.draft.edition;
    this.draft = draft;
    this.preview = null;
    this.snap = null;
    const there = new Set(piecesIn(draft).map((one) => one.id));
    if ([...this.selected].some((id) => !there.has(id))) this.select(...[...this.selected].filter((id) => there.has(id)));
    if (!draft.steps.some((one) => one.key === this.active)) this.active = draft.steps.at(-1)?.key ?? null;
    if (other) void this.#loadTroops().then(() => this.#soon(0), (wrong) => (this.fault = said(wrong)));
    keep(draft);
    this.#soon(PAUSE);
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    this.#future = [...this.#future, this.draft];
    this.#put(before);
    this.saying = 'Undone.';
  }

  redo(): void {
    const after = this.#future.at(-1);
    if (!after) return;
    this.#future = this.#future.slice(0, -1);
    this.#past = [...this.#past, this.draft];
    this.#put(after);
    this.saying = 'Done again.';
  }

  select(...ids: string[]): void {
    this.selected = new Set(ids);
    if (!ids.length && this.tab === 'selected') this.tab = 'pieces';
  }

  /** Another question or action at the end, and one is looking at it. */
  add(kind: 'ask' | 'do', name: string, args: Record<string, unknown> = {}): void {
    const step = { ...newStep(kind, name), args };
    this.change({ ...this.draft, steps: [...this.draft.steps, step] });
    this.active = step.key;
    this.pickNext(step);
  }

  /** Go on to the next argument that is filled by clicking on the table, if one is missing. */
  pickNext(step: DraftStep | null = this.step): void {
    const next = step ? firstToPick(toldOf(this.troops, step), step.args) : null;
    this.tool = step && next ? { kind: 'pick', step: step.key, argument: next } : { kind: 'select' };
  }

  setArgument(step: DraftStep, name: string, value: unknown): void {
    const args = { ...step.args };
    if (value === undefined) delete args[name];
    else args[name] = value;
    this.change(changeStep(this.draft, step.key, { args }));
  }

  /** Whether a question has all it needs. */
  complete(step: DraftStep): boolean {
    const told = toldOf(this.troops, step);
    return told !== null && missing(told, step.args).length === 0;
  }

  #soon(after: number): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.ask(), after);
  }

  /** Ask the umpire every question that can be asked. */
  async ask(): Promise<void> {
    const mine = ++this.#asked;
    const steps = this.draft.steps.filter((one) => this.complete(one));
    // Unit groups may be what no rules know; the umpire says so before anything is asked.
    if (!this.troops || this.resolved.wrong.length || !(steps.length || this.draft.units.length)) {
      this.looks = new Map();
      this.fault = '';
      return;
    }
    this.asking = true;
    try {
      const seen = await api.ask(writeCase({ ...this.draft, steps }));
      if (mine !== this.#asked) return;
      this.looks = new Map(matched(steps, seen));
      this.fault = '';
    } catch (wrong) {
      if (mine !== this.#asked) return;
      this.looks = new Map();
      this.fault = said(wrong);
    } finally {
      if (mine === this.#asked) this.asking = false;
    }
  }

  /** Put a case the server has read on the table. */
  open(seen: CaseSeen): void {
    const draft = readCase(seen);
    this.change(draft, `Opened: ${seen.title}`);
    this.select();
    this.tool = { kind: 'select' };
    this.active = draft.steps[0]?.key ?? null;
    this.looks = new Map(matched(draft.steps, seen));
    queueMicrotask(() => this.lookAt(seen.position));
  }

  /** Show the bases of a position with some ground about them. */
  lookAt(position: Position): void {
    const points = extent(position);
    if (points.length) this.camera.frame(bounds(points), 90);
    else this.camera.fit(position.size);
  }

  /** Read the text of a case and put it on the table; a Refusal if it cannot be read. */
  async read(text: string): Promise<void> {
    this.open(await api.ask(text));
  }

  clear(edition = this.draft.edition): void {
    this.change(emptyDraft(edition), 'The table is empty.');
    this.select();
    this.tool = { kind: 'select' };
  }

  /** The case with the umpire's answers as those expected, wherever none is yet. */
  answered(): Draft {
    const steps = this.draft.steps.map((step): DraftStep => {
      const ruling = this.looks.get(step.key)?.ruling;
      if (step.answer !== undefined || !ruling) return step;
      return { ...step, answer: expectedOf(ruling), because: cited(ruling, step) };
    });
    return { ...this.draft, steps };
  }
}

/** The clauses a ruling cites, less those the case wants spared. */
export function cited(ruling: Ruling, step: DraftStep): string[] {
  return ruling.because.map((one) => one.clause).filter((id) => !step.spared.includes(id));
}

/** Each question with what came of it. */
function* matched(steps: DraftStep[], seen: CaseSeen): Generator<[number, Looked]> {
  const count = { ask: 0, do: 0 };
  for (const step of steps) {
    count[step.kind] += 1;
    const look = seen.asked.find((one) => one.kind === step.kind && one.number === count[step.kind]);
    if (look) yield [step.key, look];
  }
}

export function said(wrong: unknown): string {
  return wrong instanceof Refusal ? wrong.message : wrong instanceof Error ? wrong.message : String(wrong);
}

export const desk = new Desk();
