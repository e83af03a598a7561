/** What the marks of a clause mean, in words. */

const TIERS: Record<string, string> = {
  base: 'Base rules',
  commentary: 'Commentary on the rules',
  clarification: 'Clarification',
  amendment: 'Amendment',
  sheet: 'Rules sheet',
  author: 'The author of the rules',
};

export function tierWords(tier: string): string {
  return TIERS[tier] ?? tier.charAt(0).toUpperCase() + tier.slice(1);
}

/** "S:COM, WAD" is found in two sources, "R" recalled, "R-" weakly, "D" designed here to close a gap. */
export function markWords(mark: string): string {
  const parts = mark.split(';').map((part) => part.trim()).filter(Boolean);
  const sources = new Set(parts.filter((part) => part.startsWith('S:')).flatMap((part) => part.slice(2).split(',').map((name) => name.trim())));
  const found = sources.size > 0 ? [sources.size === 1 ? 'found in a published source' : `found in ${sources.size} published sources`] : [];
  const others = parts.filter((part) => !part.startsWith('S:')).map(one);
  return [...new Set([...found, ...others])].join('; ');
}

function one(mark: string): string {
  if (mark === 'S') return 'found in a published source';
  if (mark.startsWith('R-')) return 'recalled, not certain';
  if (mark.startsWith('R')) return 'recalled';
  if (mark.startsWith('D')) return 'designed here to close a gap';
  return mark;
}
