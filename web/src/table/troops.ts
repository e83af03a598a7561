/** Which figures stand on a base: by the kind of troops, in the words of any edition. */

/** Other editions' names for a kind. */
const SAME: Record<string, string> = {
  Sp: 'spears', Pk: 'pikes', Bd: 'blades', Ax: 'auxilia', Bw: 'bows', Ps: 'psiloi', Wb: 'warband', Hd: 'hordes', Art: 'artillery',
  WWg: 'war_wagons', Kn: 'knights', Cv: 'cavalry', LH: 'light_horse', Cm: 'camelry', Exp: 'expendables', El: 'elephants', Bge: 'baggage',
  Bts: 'boats', Gal: 'galleys', Shp: 'ships', battlewagons: 'war_wagons', infantry: 'spears', cannons: 'cannon',
};

/** What a list code or a remark behind it says more closely than the kind. */
const CLOSER: [RegExp, string][] = [
  [/Lb\b|longbow/i, 'longbows'], [/Cb\b|crossbow/i, 'crossbows'], [/HCh\b/, 'chariots'], [/LCh\b|\bchariot/i, 'light_chariots'],
  [/\bLit\b/, 'litter'], [/\dCm\b/, 'camelry'], [/ mounted\b/, 'mounted_foot'],
];

/** The kind of a base in one vocabulary for all editions: "Bd" is "blades", "8Lb" "longbows". */
export function troopsOf(kind: string, code = ''): string {
  const closer = CLOSER.find(([sign]) => sign.test(code))?.[1];
  return closer ?? SAME[kind] ?? kind;
}

export interface Art {
  /** The figure, one of those in FigureShapes.svelte. */
  figure: string;
  count: number;
  /** The room one figure takes, drawn on a base 40 mm wide. */
  wide: number;
  high: number;
  /** They stand in no order. */
  loose?: boolean;
}

const man = (figure: string, count: number, more: Partial<Art> = {}): Art => ({ figure, count, wide: 5.6, high: 8.4, ...more });
const rider = (figure: string, count: number, more: Partial<Art> = {}): Art => ({ figure, count, wide: 8, high: 15, ...more });
const large = (figure: string, wide: number, high: number, count = 1): Art => ({ figure, count, wide, high });

/** The figures of each kind of troops. */
export const ART: Record<string, Art> = {
  spears: man('spear', 4), pikes: man('pike', 4, { high: 10.5 }), blades: man('blade', 4), auxilia: man('javelin', 3, { loose: true }),
  raiders: man('raider', 3, { loose: true }), bows: man('bow', 4), longbows: man('longbow', 4), crossbows: man('crossbow', 4),
  shot: man('musket', 4), skirmishers: man('musket', 2, { loose: true }), psiloi: man('sling', 2, { loose: true }),
  warband: man('warrior', 4, { loose: true }), hordes: man('peasant', 5, { loose: true }), camp_followers: man('follower', 3, { loose: true }),
  general_foot: man('standard', 1), dragoons: large('dragoon', 9, 15, 2), mounted_foot: rider('horse', 3),
  knights: rider('knight', 3, { high: 17 }), cavalry: rider('cavalry', 3), light_horse: rider('light_horse', 2, { loose: true }),
  pistols: rider('pistol', 3), camelry: rider('camel', 2), general_mtd: rider('commander', 1),
  chariots: large('chariot', 17, 24), light_chariots: large('light_chariot', 13, 24), scythed_chariots: large('scythed_chariot', 24, 24),
  elephants: large('elephant', 17, 26), artillery: large('engine', 20, 22), cannon: large('cannon', 16, 22), guns: large('gun', 14, 16, 2),
  war_wagons: large('wagon', 20, 28), litter: large('litter', 18, 26), expendables: large('oxen', 9, 16, 2), baggage: large('cart', 18, 26),
  boats: large('boat', 12, 34, 2), galleys: large('galley', 24, 50), ships: large('ship', 22, 46),
};

const OTHER = man('spear', 2);

export function artOf(troops: string): Art {
  return ART[troops] ?? OTHER;
}
