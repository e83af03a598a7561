/** The case on the umpire's table, kept in this browser from one visit to the next. */

import { emptyDraft, newStep, type Draft, type DraftStep } from './draft';

const KEPT = 'debellis.umpire';

export function keep(draft: Draft): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(draft));
  } catch {
    // Nothing is lost but the copy in this browser.
  }
}

export function kept(): Draft | null {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? 'null') as Draft | null;
    const whole = found && typeof found.edition === 'string' && [found.bases, found.terrain, found.steps].every(Array.isArray);
    return whole ? { ...emptyDraft(), ...found, steps: found.steps.map(anew) } : null;
  } catch {
    return null;
  }
}

/** A question under a number of this visit. */
function anew(step: DraftStep): DraftStep {
  const blank = newStep(step.kind, step.name);
  return { ...blank, ...step, key: blank.key };
}
