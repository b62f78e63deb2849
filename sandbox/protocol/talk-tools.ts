// The tools by which an agent speaks with people or changes how it works, with Claude Code's names
// and keys: what each takes and what a model is told about it. Pure.
import { z } from 'zod';
import { UserQuestion } from './question.ts';

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

export const TodoWriteInput = z.strictObject({ todos: TodoList.describe('The whole new list') });

export const AskUserQuestionInput = z.strictObject({
  questions: z
    .array(UserQuestion)
    .min(1)
    .max(4)
    .refine((all) => new Set(all.map(({ question }) => question)).size === all.length, {
      message: 'every question is asked once',
    })
    .describe('One to four questions, each with two to four options'),
});

export const EnterPlanModeInput = z.strictObject({});

export const ExitPlanModeInput = z.strictObject({
  plan: z.string().max(20_000).optional().describe('What you intend to do, for people to read'),
});

export const BriefInput = z.strictObject({
  message: z.string().trim().min(1).max(20_000).describe('The message, in Markdown'),
  attachments: z
    .array(z.string().min(1).max(4_096))
    .max(20)
    .optional()
    .describe('Paths of files in the workspace that the message is about'),
  status: z
    .enum(['normal', 'proactive'])
    .describe('proactive: nobody asked, but people should know now'),
});

export const TALK_TOOL_INPUTS = {
  TodoWrite: TodoWriteInput,
  AskUserQuestion: AskUserQuestionInput,
  EnterPlanMode: EnterPlanModeInput,
  ExitPlanMode: ExitPlanModeInput,
  Brief: BriefInput,
} as const;
type TalkToolName = keyof typeof TALK_TOOL_INPUTS;

export const TALK_TOOL_TEXTS = {
  TodoWrite: `Replaces the list of things to do, which people see as progress. Each item has content ("Run the tests"), activeForm ("Running the tests") and status: pending, in_progress (one at a time) or completed. Use it for work of three steps or more, and mark an item completed only when it is.`,
  AskUserQuestion: `Asks the people who follow the work. The work stops until one of them answers, which can take hours: ask only what nothing in the repository or the plan can tell, and what would change what you do.
- One to four questions, each with a short header and two to four options; people may also answer in their own words.
- The answer is the result of this call.`,
  EnterPlanMode: `Closes Write, Edit, NotebookEdit and Bash for this session, to look and think first. ExitPlanMode opens them again.`,
  ExitPlanMode: `Leaves the planning that EnterPlanMode began, when a plan that people have approved exists. Otherwise the result says what is missing.`,
  Brief: `Sends a short message to the people who follow the work; it stands in the status of the pull request. Nothing waits for an answer.`,
} as const satisfies Record<TalkToolName, string>;
