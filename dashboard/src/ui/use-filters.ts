import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

type Values<Name extends string> = Record<Name, string | undefined>;

export type Filters<Name extends string> = {
  values: Values<Name>;
  /** Undefined clears one. Typing replaces the entry in the history, choosing adds one. */
  set: (changes: Partial<Values<Name>>, how?: { replace?: boolean }) => void;
  clear: () => void;
  any: boolean;
};

/** Filters live in the address: they can be linked to, and the back button undoes them. */
export function useFilters<const Name extends string>(names: readonly Name[]): Filters<Name> {
  const search: Record<string, string | undefined> = useSearch({ strict: false });
  const navigate = useNavigate();
  const listed = names.join(' ');

  const values = useMemo(
    () => Object.fromEntries(listed.split(' ').map((name) => [name, search[name]])) as Values<Name>,
    [listed, search],
  );
  const set = useCallback(
    (changes: Partial<Values<Name>>, { replace = false } = {}) => {
      void navigate({ to: '.', search: (now) => ({ ...now, ...changes }), replace, resetScroll: false });
    },
    [navigate],
  );
  const clear = useCallback(() => {
    set(Object.fromEntries(listed.split(' ').map((name) => [name, undefined])) as Partial<Values<Name>>);
  }, [set, listed]);
  return { values, set, clear, any: Object.values(values).some((value) => value !== undefined) };
}
