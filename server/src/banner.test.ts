import { expect, test } from 'vitest';
import { banner } from './banner.ts';

const facts = { version: '1.2.3', baseUrl: 'http://localhost:8080', phoneUrl: undefined, demoKey: undefined };

test('while there is no operator it shows how to become one', () => {
  const setUpUrl = 'http://localhost:8080/dashboard/start/token';
  expect(banner({ ...facts, setUpUrl })).toMatch(/^ {2}Set up {5}http:\/\/localhost:8080\/dashboard\/start\/token /m);
  expect(banner(facts)).not.toContain('Set up');
  expect(banner(facts)).toContain('http://localhost:8080/dashboard\n');
});
