/** The parts of MAX's objects that Bellhop reads. Everything may be missing: these bodies come from outside. */
export type MaxUser = {
  user_id?: number;
  first_name?: string;
  name?: string | null;
  username?: string | null;
  is_bot?: boolean;
};

export type MaxMessage = {
  sender?: MaxUser;
  recipient?: { chat_id?: number | null; chat_type?: string };
  body?: { mid?: string; text?: string | null } | null;
};

export type MaxUpdate = {
  update_type: string;
  /** Milliseconds. */
  timestamp?: number;
  chat_id?: number;
  user?: MaxUser;
  payload?: string | null;
  user_locale?: string | null;
  is_channel?: boolean;
  message?: MaxMessage | null;
  callback?: { callback_id?: string; timestamp?: number; payload?: string; user?: MaxUser };
};
