/** Moves as the rules of a battle write them: in the action itself or in a field of it, with the fields those rules have. */

import type { Action, MoveForm, Pose, Step } from '../../lib/wire.gen';

/** What a move may say, in any rules. */
export interface Move {
  elements: string[];
  path?: Pose[];
  steps?: Step[];
  ends?: Record<string, Pose>;
  /** The road it follows, and the place it ends in. */
  road?: string | null;
  enters?: string | null;
  /** Who dismounts at its end. */
  dismount?: string[];
  /** It is a march, so that further moves may follow it. */
  march?: boolean;
  /** The enemies whom it goes straight into, in the order they conform. */
  conform?: string[];
}

/** The action that makes a move. What these rules do not write is left out. */
export function moveAction(form: MoveForm, move: Move): Action {
  const written = Object.fromEntries(Object.entries(move).filter(([name]) => form.fields.includes(name)));
  return { do: 'move', ...(form.within === null ? written : { [form.within]: written }) } as unknown as Action;
}

/** The move that an action makes; null when it is none. */
export function moveIn(form: MoveForm, action: Action): Move | null {
  if (action.do !== 'move') return null;
  return (form.within === null ? action : (action as unknown as Record<string, unknown>)[form.within]) as Move;
}
