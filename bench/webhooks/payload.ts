/** What is sent, the same bytes by both sides: number n of a round is the head, n and the tail. */
export const EVENT = 'subscription.created';
export const PAYLOAD_HEAD = `{"event":"${EVENT}","data":{"n":`;
export const PAYLOAD_TAIL = `,"subscriber_id":"sub_0190b6a2f7e17c9b8d5e","channel":"telegram","first_name":"Анна 👋🏽","username":"anna","lang":"ru","created_at":"2026-01-15T09:30:00.000Z"}}`;
