// Pages of a list with GitHub's Link header. Pure.
import type { Answer } from './call.ts';

const DEFAULT_SIZE = 30;
const LARGEST_SIZE = 100;

type PageCall = {
  url: URL;
  input: { page?: number | undefined; per_page?: number | undefined };
};

/** `show` makes the body from the items of the asked page. */
export async function paged<Item>(
  call: PageCall,
  items: readonly Item[],
  show: (chosen: Item[]) => unknown,
): Promise<Answer> {
  const size = pageSize(call.input.per_page);
  const page = Math.max(1, call.input.page ?? 1);
  const last = Math.max(1, Math.ceil(items.length / size));
  const body = await show(items.slice((page - 1) * size, page * size));
  const link = linkHeader(call.url, page, last);
  return { status: 200, body, ...(link === '' ? {} : { headers: { link } }) };
}

export function pageSize(asked: number | undefined): number {
  return Math.min(LARGEST_SIZE, Math.max(1, asked ?? DEFAULT_SIZE));
}

function linkHeader(url: URL, page: number, last: number): string {
  const to = (number: number, rel: string): string => {
    const target = new URL(url);
    target.searchParams.set('page', String(number));
    return `<${target.href}>; rel="${rel}"`;
  };
  return [
    ...(page > 1 ? [to(Math.min(page - 1, last), 'prev')] : []),
    ...(page < last ? [to(page + 1, 'next'), to(last, 'last')] : []),
    ...(page > 1 ? [to(1, 'first')] : []),
  ].join(', ');
}
