import { ModelQualityCard } from "./model-quality-card.tsx";
import { PlaygroundCard } from "./playground-card.tsx";
import { ProviderList } from "./provider-list.tsx";
import { ScoresCard } from "./scores-card.tsx";
import { TrainingHistoryCard } from "./training-history-card.tsx";
import { useChosenScore, useLearning } from "./use-learning.ts";

const BrainScreen = () => {
  const learning = useLearning();
  const [chosen, setChosen] = useChosenScore();
  const isKnown = learning.data !== undefined || learning.error === null;
  return (
    <div className="grid min-w-0 gap-5">
      <ProviderList />
      <ScoresCard {...learning} />
      {/* Without the state of learning, the card of the scores shows the error. */}
      {isKnown && (
        <>
          <ModelQualityCard data={learning.data} chosen={chosen} onChoose={setChosen} />
          <TrainingHistoryCard data={learning.data} chosen={chosen} />
        </>
      )}
      <PlaygroundCard />
    </div>
  );
};

export default BrainScreen;
