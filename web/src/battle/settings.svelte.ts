/** How one likes the table: kept in this browser. */

export interface Settings {
  /** A legal ghost moves as soon as it is let go. */
  moveOnRelease: boolean;
  snap: boolean;
  animate: boolean;
  /** Show the zones of all enemies while one moves. */
  zones: boolean;
  /** Show where the selected may get to. */
  reach: boolean;
  theme: 'system' | 'light' | 'dark';
  /** What is drawn on bases beside their code. */
  look: 'figures' | 'symbols' | 'codes';
  /** Every base shows its number. */
  names: boolean;
  /** What the other side did is shown step by step. */
  follow: boolean;
  /** The legend of marks is open. */
  legend: boolean;
}

const KEY = 'debellis.settings';
const USUAL: Settings = { moveOnRelease: true, snap: true, animate: true, zones: false, reach: true, theme: 'system', look: 'figures', names: false, follow: true, legend: false };

function read(): Settings {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return { ...USUAL, ...(kept as Partial<Settings>) };
  } catch {
    return { ...USUAL };
  }
}

export const settings = $state<Settings>(read());

/** Change a setting and keep it. */
export function set<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settings[key] = value;
  localStorage.setItem(KEY, JSON.stringify(settings));
  if (key === 'theme') showTheme();
}

/** Put the chosen theme on the page. */
export function showTheme(): void {
  if (settings.theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = settings.theme;
}
