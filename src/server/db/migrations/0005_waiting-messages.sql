CREATE INDEX "events_waiting_index" ON "events" USING btree ("endpoint_id",uuid_send(id)) WHERE validation_status = 'received';
