import { AppError, type ErrorCode } from '#lib/app-error.ts';
import type { NotSignedIn } from '../sign-in.ts';
import { type Problem, pageTexts } from './page-texts.ts';

const CODES: Record<Problem, ErrorCode> = {
  stranger: 'forbidden',
  stale: 'invalid_code',
  failed: 'invalid_code',
  deadLink: 'not_found',
  usedLink: 'code_already_used',
  expiredLink: 'code_expired',
  teamFull: 'conflict',
  secondFree: 'conflict',
  foreign: 'forbidden',
  badRequest: 'bad_request',
  unavailable: 'service_unavailable',
};

/** A refusal that somebody reads on a page. */
export class SignInProblem extends AppError {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(CODES[problem], pageTexts('en').problems[problem].title);
    this.problem = problem;
  }
}

const REASONS: Record<NotSignedIn['reason'], Problem> = {
  stranger: 'stranger',
  unknown: 'deadLink',
  used: 'usedLink',
  expired: 'expiredLink',
  team_full: 'teamFull',
  second_free_project: 'secondFree',
};

export function refusal({ reason }: { reason: NotSignedIn['reason'] }): SignInProblem {
  return new SignInProblem(REASONS[reason]);
}

/** Which page tells a person about a refusal that was made for programs. */
export function problemOf(error: AppError): Problem {
  if (error instanceof SignInProblem) return error.problem;
  switch (error.code) {
    case 'invalid_code':
    case 'code_expired':
    case 'code_already_used':
      return 'failed';
    case 'forbidden':
      return 'foreign';
    case 'internal_error':
    case 'service_unavailable':
      return 'unavailable';
    default:
      return 'badRequest';
  }
}
