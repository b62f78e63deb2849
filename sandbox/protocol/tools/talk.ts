// The tools by which an agent speaks with people or changes how it works, with Claude Code's names
// and keys. Pure.
import { z } from 'zod';
import { UserQuestion } from '../question.ts';
import { CHANGING_STEPS, TALKING_STEPS, type ToolRow } from './row.ts';

export const TodoList = z
  .array(
    z.strictObject({
      content: z.string().trim().min(1).max(1_000),
      status: z.enum(['pending', 'in_progress', 'completed']),
      activeForm: z.string().trim().min(1).max(1_000),
    }),
  )
  .max(100);
export type TodoList = z.infer<typeof TodoList>;

export const TALK_TOOLS = {
  EnterPlanMode: {
    does: 'talks',
    steps: CHANGING_STEPS,
    input: z.strictObject({}),
    text: (closed) =>
      `Closes ${closed} for this session, to look and think first. ExitPlanMode opens them again.`,
  },
  ExitPlanMode: {
    does: 'talks',
    steps: CHANGING_STEPS,
    input: z.strictObject({
      plan: z.string().max(20_000).optional().describe('What you intend to do, for people to read'),
    }),
    text: `Leaves the planning that EnterPlanMode began, when a plan that people have approved exists. Otherwise the result says what is missing.`,
  },
  TodoWrite: {
    does: 'talks',
    steps: TALKING_STEPS,
    input: z.strictObject({ todos: TodoList.describe('The whole new list') }),
    text: `Replaces the list of things to do, which people see as progress. Each item has content ("Run the tests"), activeForm ("Running the tests") and status: pending, in_progress (one at a time) or completed. Use it for work of three steps or more, and mark an item completed only when it is.`,
  },
  AskUserQuestion: {
    does: 'talks',
    steps: TALKING_STEPS,
    input: z.strictObject({
      questions: z
        .array(UserQuestion)
        .min(1)
        .max(4)
        .refine((all) => new Set(all.map(({ question }) => question)).size === all.length, {
          message: 'every question is asked once',
        })
        .describe('One to four questions, each with two to four options'),
    }),
    text: `Asks the people who follow the work. The work stops until one of them answers, which can take hours: ask only what nothing in the repository or the plan can tell, and what would change what you do.
- One to four questions, each with a short header and two to four options; people may also answer in their own words.
- The answer is the result of this call.`,
  },
  Brief: {
    does: 'talks',
    steps: TALKING_STEPS,
    input: z.strictObject({
      message: z.string().trim().min(1).max(20_000).describe('The message, in Markdown'),
      attachments: z
        .array(z.string().min(1).max(4_096))
        .max(20)
        .optional()
        .describe('Paths of files in the workspace that the message is about'),
      status: z
        .enum(['normal', 'proactive'])
        .describe('proactive: nobody asked, but people should know now'),
    }),
    text: `Sends a short message to the people who follow the work; it stands in the status of the pull request. Nothing waits for an answer.`,
  },
} as const satisfies Record<string, ToolRow>;
