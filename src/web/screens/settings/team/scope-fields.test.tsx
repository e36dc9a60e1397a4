import { render, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { allRecords, type RecordScopes } from "#domain/access/record-scope.ts";
import { loadOtherTexts } from "#web/lib/i18n.ts";
import { renderScreen } from "../../../../../test/web/render.tsx";
import { ScopeFields } from "./scope-fields.tsx";

const Editor = ({ onChosen }: { onChosen: (scopes: RecordScopes) => void }) => {
  const [scopes, setScopes] = useState<RecordScopes>(allRecords);
  return (
    <ScopeFields
      value={scopes}
      onChange={(values) => {
        onChosen(values);
        setScopes(values);
      }}
    />
  );
};

test.each([
  ["en", "People", "Their own records", "areas that show all records are unavailable"],
  ["es", "Personas", "Sus propios registros", "no están disponibles las áreas"],
] as const)(
  "in %s, a role gets its own people only, and the editor says what that closes",
  async (language, label, own, hint) => {
    const { choose } = await renderScreen("/no/such/page", { language });
    await loadOtherTexts();
    const chosen: RecordScopes[] = [];
    render(<Editor onChosen={(scopes) => chosen.push(scopes)} />);
    expect(document.body.textContent).not.toContain(hint);
    await choose(screen.getByLabelText<HTMLSelectElement>(label), own);
    expect(chosen).toEqual([{ people: "own", inbox: "all" }]);
    expect(document.body.textContent).toContain(hint);
  },
);
