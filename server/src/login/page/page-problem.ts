import { AppError, type ErrorCode } from '#lib/app-error.ts';
import { type Texts, textsIn } from '#texts';

export type Problem = keyof Texts['loginPage']['problems'];

const CODES: Record<Problem, ErrorCode> = {
  unknownSite: 'not_found',
  inactive: 'project_inactive',
  unregistered: 'invalid_url',
  noReturn: 'invalid_url',
  badState: 'validation_failed',
  deadLink: 'not_found',
  outdatedLink: 'code_expired',
  finished: 'code_already_used',
  foreign: 'forbidden',
  badRequest: 'bad_request',
  tooMany: 'rate_limit_project',
  unavailable: 'service_unavailable',
};

/** A refusal that people read on a page, and programs in the envelope. */
export class PageProblem extends AppError {
  readonly problem: Problem;

  constructor(problem: Problem) {
    const { text, developer } = textsIn('en').loginPage.problems[problem];
    super(CODES[problem], developer || text);
    this.problem = problem;
  }
}

/** Which page tells a person about a refusal that was made for programs. */
export function problemOf(error: AppError): Problem {
  if (error instanceof PageProblem) return error.problem;
  switch (error.code) {
    case 'rate_limit_project':
      return 'tooMany';
    case 'project_inactive':
      return 'inactive';
    case 'invalid_url':
      return 'unregistered';
    case 'billing_blocked':
    case 'platform_busy':
    case 'service_unavailable':
    case 'internal_error':
      return 'unavailable';
    default:
      return 'badRequest';
  }
}
