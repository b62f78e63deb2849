// Finds import cycles, types included: a type cycle becomes a real one with the next edit.
import { resolveRelative } from './imports.ts';
import type { ModuleRequest } from './module-requests.ts';
import type { Finding } from './rules.ts';

type Edges = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Each cycle once, shortest way round, told from its first file in alphabetical order. */
export function checkCycles(requestsOf: ReadonlyMap<string, readonly ModuleRequest[]>): Finding[] {
  const edges = toEdges(requestsOf);
  const told = new Set<string>();
  const findings: Finding[] = [];
  for (const start of [...edges.keys()].toSorted()) {
    const cycle = told.has(start) ? undefined : shortestWayBack(start, edges);
    if (cycle === undefined) continue;
    for (const path of cycle) told.add(path);
    findings.push({
      rule: 'no-cycles',
      path: start,
      line: edges.get(start)?.get(cycle[1] ?? start) ?? 1,
      problem: `is part of the cycle ${cycle.join(' → ')}`,
    });
  }
  return findings;
}

function toEdges(requestsOf: ReadonlyMap<string, readonly ModuleRequest[]>): Edges {
  const edges = new Map<string, Map<string, number>>();
  for (const [path, requests] of requestsOf) {
    const targets = new Map<string, number>();
    for (const { specifier, line } of requests) {
      const target = specifier === undefined ? undefined : resolveRelative(path, specifier);
      if (target !== undefined && !targets.has(target)) targets.set(target, line);
    }
    edges.set(path, targets);
  }
  return edges;
}

function shortestWayBack(start: string, edges: Edges): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const path of queue) {
    for (const target of edges.get(path)?.keys() ?? []) {
      if (target === start) return [...wayTo(path, cameFrom), start];
      if (cameFrom.has(target)) continue;
      cameFrom.set(target, path);
      queue.push(target);
    }
  }
  return undefined;
}

function wayTo(path: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const before = cameFrom.get(path);
  return before === undefined ? [path] : [...wayTo(before, cameFrom), path];
}
