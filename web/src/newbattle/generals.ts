/** The computer's generals: whom one can choose to play against, and in which temper. */

export interface Offered {
  value: string;
  title: string;
  says: string;
}

/** Whom one plays against without a choice. */
export const USUAL_LEVEL = 'centurion';
export const USUAL_CHARACTER = 'steady';

/** Those who can choose the options of their list themselves. */
export const CHOOSING = ['centurion', 'legate'];

const LEVELS: Offered[] = [
  { value: 'recruit', title: 'Recruit', says: 'Sensible but shallow: keeps his line and looks no further. To learn against.' },
  { value: 'centurion', title: 'Centurion', says: 'Weighs every move by its odds, and watches flanks and ground.' },
  { value: 'legate', title: 'Legate', says: 'Plans the whole bound and expects your answer. Thinks for about a second, with large armies for some seconds.' },
];

const CHARACTERS: Offered[] = [
  { value: 'steady', title: 'Steady', says: 'weighs risk and gain alike' },
  { value: 'bold', title: 'Bold', says: 'attacks early and takes risks' },
  { value: 'cautious', title: 'Cautious', says: 'waits for a good moment and guards his general' },
];

/** The levels and tempers a server has, of those worth choosing. */
export const levelsOf = (told: string[]): Offered[] => LEVELS.filter((one) => told.includes(one.value));
export const charactersOf = (told: string[]): Offered[] => CHARACTERS.filter((one) => told.includes(one.value));
