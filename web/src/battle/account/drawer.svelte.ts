/** The clause somebody wants to read: any page opens the one drawer with it. */

class Drawer {
  /** The clauses looked at, the newest last; empty when the drawer is shut. */
  trail = $state.raw<string[]>([]);

  get id(): string | null {
    return this.trail.at(-1) ?? null;
  }

  open(id: string): void {
    this.trail = this.id === id ? this.trail : [...this.trail, id];
  }

  back(): void {
    this.trail = this.trail.slice(0, -1);
  }

  shut(): void {
    this.trail = [];
  }
}

export const drawer = new Drawer();
