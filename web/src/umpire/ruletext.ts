/** The text of a clause: paragraphs, and the tables among them. */

export interface Rows {
  /** What stands over each column; nothing over the first. */
  heads: string[];
  rows: string[][];
}

/** A line like "Blades | v foot: 5 | v mounted: 3" is a row, and lines with the same heads are one table. */
export function partsOf(rule: string): (string | Rows)[] {
  const found: (string | Rows)[] = [];
  for (const line of rule.split('\n')) {
    const row = rowOf(line);
    const last = found.at(-1);
    if (row === null) {
      if (typeof last === 'string') found[found.length - 1] = `${last}\n${line}`;
      else found.push(line);
    } else if (last && typeof last !== 'string' && last.heads.join() === row.heads.join()) {
      last.rows.push(row.cells);
    } else {
      found.push({ heads: row.heads, rows: [row.cells] });
    }
  }
  return found;
}

function rowOf(line: string): { heads: string[]; cells: string[] } | null {
  const [first = '', ...others] = line.split(' | ');
  const named = others.map((cell) => /^([^:]+): (.*)$/.exec(cell));
  if (!named.length || named.some((one) => one === null)) return null;
  return { heads: ['', ...named.map((one) => one?.[1] ?? '')], cells: [first, ...named.map((one) => one?.[2] ?? '')] };
}
