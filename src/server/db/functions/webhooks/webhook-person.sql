-- A person as events show them; two of these are compared to find what changed.
CREATE OR REPLACE FUNCTION webhook_person(p people) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'id', p.id, 'type', p.type, 'status', p.status, 'firstName', p.first_name, 'lastName', p.last_name,
    'email', p.email, 'phone', p.phone, 'tags', p.tags, 'sources', p.sources, 'language', p.language,
    'zip', p.zip, 'region', p.region, 'town', p.town, 'timezone', p.timezone, 'consents', p.consents,
    'fields', p.fields, 'assignedAgentId', p.assigned_agent_id, 'createdAt', webhook_time(p.created_at))
$$;
