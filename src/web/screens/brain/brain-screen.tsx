import { ProviderList } from "./provider-list.tsx";
import { ScoresCard } from "./scores-card.tsx";

const BrainScreen = () => (
  <div className="grid min-w-0 gap-4">
    <ProviderList />
    <ScoresCard />
  </div>
);

export default BrainScreen;
