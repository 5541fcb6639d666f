-- Most deliveries need one attempt: the first stands in the delivery itself, webhook_attempt keeps those after it. What
-- was logged before stays where it is. All null where no attempt was made, or it stands in webhook_attempt.
alter table webhook_delivery
  add column first_started_at timestamptz,
  add column first_duration_ms int,
  add column first_status_code int,
  add column first_error text,
  add column first_error_detail text,
  add column first_header_prefix text,
  add column first_user_agent text,
  add column first_signature text,
  add column first_response_body text;

-- The log, newest first, by any mix of filters: a project has few endpoints, there are four states and a few dozen
-- events, so a page is merged from the tops of ranges. One index for all of it: each costs every delivery twice.
drop index webhook_delivery_log;
drop index webhook_delivery_event;
create index webhook_delivery_log on webhook_delivery (lane, event, state, id);
