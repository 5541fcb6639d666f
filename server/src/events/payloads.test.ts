import { Ajv } from 'ajv';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { happened } from '../bots/scripted-messenger.fixture.ts';
import { somebodyNew, startLoginKit } from '../login/login.fixture.ts';
import { EVENT_GROUPS, EVENT_NAMES } from './catalogue.ts';
import { describeEvents, EVENT_PAYLOADS, type EventPayload } from './payloads.ts';

const ajv = formats.default(new Ajv({ strict: false }));

/** Nothing missing, nothing of a wrong type, and nothing that the schema does not tell of. */
function problems(name: keyof typeof EVENT_PAYLOADS, data: unknown): unknown {
  const { schema } = EVENT_PAYLOADS[name] as EventPayload;
  const validate = ajv.compile({ ...schema, additionalProperties: false });
  return validate(data) ? [] : validate.errors;
}

test.each(Object.keys(EVENT_PAYLOADS) as (keyof typeof EVENT_PAYLOADS)[])(
  'the example of %s is as its schema says',
  (name) => {
    expect(problems(name, EVENT_PAYLOADS[name]?.example)).toEqual([]);
  },
);

test('what happens is as the schemas say', async () => {
  const kit = await startLoginKit();
  const project = await kit.createProject();
  const person = somebodyNew();
  await kit.logIn(project, person);
  await kit.app.bots.receive('telegram', happened('stopped', person));
  for (const name of ['subscription.created', 'auth.completed', 'subscription.deleted'] as const) {
    const events = kit.eventsOf(project, name);
    expect(events, name).toHaveLength(1);
    expect(problems(name, events[0]?.data), name).toEqual([]);
  }
});

test('the docs list all events in the order of the catalogue', () => {
  expect(describeEvents().map(({ name }) => name)).toEqual(EVENT_NAMES);
  const described = describeEvents().filter(({ payload }) => payload !== undefined);
  const { subscription, delivery, broadcast, auth } = EVENT_GROUPS;
  expect(described.map(({ name }) => name)).toEqual([...subscription, ...delivery, ...broadcast, ...auth]);
});
