DROP INDEX "short_links_template_index";
CREATE INDEX "short_links_clicked_index" ON "short_links" USING btree ("action_id") WHERE first_clicked_at IS NOT NULL;
CREATE INDEX "short_links_template_index" ON "short_links" USING btree ("template","channel","created_at","action_id","first_clicked_at") WHERE template IS NOT NULL;
