// Test cases as the author submits them and every later run uses them. Pure shapes.
import { z } from 'zod';
import { CriterionId, line, RepositoryPath, SURFACES } from './plan.ts';

export const TestCase = z.strictObject({
  id: z.string().regex(/^T[1-9]\d{0,3}$/, 'T1, T2, …'),
  criterion: CriterionId,
  title: line(200),
  /** The authored files it needs; each belongs to cases only, never to the implementation. */
  files: z.array(RepositoryPath).min(1).max(20),
  /** A shell line run at the repository's root; its exit code is the verdict. */
  run: line(1_000),
  surface: z.enum(SURFACES),
  /** Never shown to an implementer. */
  withheld: z.boolean(),
});
export type TestCase = z.infer<typeof TestCase>;

export const SubmittedCases = z.strictObject({
  cases: z
    .array(TestCase)
    .min(1)
    .max(200)
    .refine((cases) => cases.every(({ id }, index) => id === `T${index + 1}`), {
      message: 'cases are numbered T1, T2, … in order',
    }),
});
export type SubmittedCases = z.infer<typeof SubmittedCases>;

/** A file as it crosses the wire or leaves a sandbox. */
export const FileContent = z.strictObject({
  path: RepositoryPath,
  /** 0o644, 0o755, or 0o120000 for a symbolic link whose content is its target. */
  mode: z.union([z.literal(0o644), z.literal(0o755), z.literal(0o120000)]),
  /** base64 of the bytes. */
  content: z.base64(),
});
export type FileContent = z.infer<typeof FileContent>;

/** A change to the tree: the file as it is now, or that it is gone. */
export const FileChange = z.union([
  FileContent,
  z.strictObject({ path: RepositoryPath, deleted: z.literal(true) }),
]);
export type FileChange = z.infer<typeof FileChange>;
