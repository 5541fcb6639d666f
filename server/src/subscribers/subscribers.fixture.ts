/** The login kit, and what tests of this folder ask of it again and again. */
import type { Channel, Person } from '#messengers';
import { type LoginKit, somebodyNew, startLoginKit } from '../login/login.fixture.ts';
import { parseSubscriberId } from './index.ts';

export type Project = Awaited<ReturnType<LoginKit['createProject']>>;
/** As the API shows it; a test says what it expects by asserting. */
// biome-ignore lint/suspicious/noExplicitAny: see above.
export type Shown = any;

type SubscribersKit = LoginKit & {
  /** Somebody who opened the project's link; answers as the API shows them. */
  subscribed(project: Project, person?: Person, channel?: Channel): Promise<Shown>;
  shown(project: Project, id: string): Promise<Shown>;
  audit(project: Project): Promise<{ action: string; actor: string; detail: Record<string, unknown> }[]>;
};

export async function startSubscribersKit(): Promise<SubscribersKit> {
  const kit = await startLoginKit();
  const shown: SubscribersKit['shown'] = async (project, id) => {
    const answer = await project.call('GET', `/v1/subscribers/${id}`);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json;
  };
  return {
    ...kit,
    shown,
    async subscribed(project, person = somebodyNew(), channel = 'telegram') {
      await kit.open(person, `proj_${project.slug}`, { channel });
      const [row] = await kit.query<{ id: string }>(
        'select id from subscriber where project_id = $1 and channel = $2 and person_id = $3',
        [project.projectId, channel, person.id],
      );
      return shown(project, row?.id ?? '');
    },
    audit: (project) =>
      kit.query('select action, actor, detail from audit_entry where project_id = $1 order by id', [project.projectId]),
  };
}

export function uuidOf(subscriber: { subscriber_id: string }): string {
  return parseSubscriberId(subscriber.subscriber_id) ?? '';
}
