/** The army list whose unit groups the palette shows; empty for the first. */
export const shownList = $state({ army: '' });
