-- Of a request's headers only what does not follow from its delivery: the name and the prefix it was sent under, and
-- the signature, which begins with the time. All null where no request was made.
alter table webhook_attempt add column header_prefix text, add column user_agent text, add column signature text;
update webhook_attempt a set user_agent = a.request_headers ->> 'user-agent', header_prefix = h.prefix, signature = h.value
from (
  select b.delivery_id, b.attempt, regexp_replace(each.key, '-Signature$', '') as prefix, each.value
  from webhook_attempt b cross join lateral json_each_text(b.request_headers) each where each.key like '%-Signature'
) h
where h.delivery_id = a.delivery_id and h.attempt = a.attempt;
alter table webhook_attempt drop column request_headers;
