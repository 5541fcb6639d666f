import { expect, test } from 'vitest';
import { parseAccounts } from './choose-account.ts';

test('reads the accounts of a passwd file and leaves out every name of root', () => {
  const passwd =
    'root:x:0:0:root:/root:/bin/sh\ntoor:x:0:0::/:/bin/sh\npostgres:x:101:104:,,,:/var/lib:/bin/sh\n\n#x\n';
  expect(parseAccounts(passwd)).toEqual([{ name: 'postgres', uid: 101, gid: 104 }]);
});
