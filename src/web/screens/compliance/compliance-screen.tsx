import { AuditCard } from "./audit-card.tsx";
import { SummaryPanels } from "./summary-panels.tsx";

const ComplianceScreen = () => (
  <>
    <SummaryPanels />
    <AuditCard />
  </>
);

export default ComplianceScreen;
