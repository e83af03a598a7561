/** Whether things move before one's eyes: not where the system asks for stillness, and only if one likes it. */

import { set, settings } from '../settings.svelte';

export const motion = {
  get on(): boolean {
    return settings.animate && !matchMedia('(prefers-reduced-motion: reduce)').matches;
  },
  set on(value: boolean) {
    set('animate', value);
  },
};
