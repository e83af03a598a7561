/** Where one is: the part of the address after `#`, as a page and what it is about. */

export interface Route {
  page: string;
  rest: string[];
  query: URLSearchParams;
}

function read(): Route {
  const [path = '', query = ''] = location.hash.replace(/^#\/?/, '').split('?');
  const [page = '', ...rest] = path.split('/').map(decodeURIComponent);
  return { page: page || 'start', rest, query: new URLSearchParams(query) };
}

export const route = $state<{ now: Route }>({ now: read() });

addEventListener('hashchange', () => {
  route.now = read();
});

export function go(path: string): void {
  location.hash = `/${path}`;
}
