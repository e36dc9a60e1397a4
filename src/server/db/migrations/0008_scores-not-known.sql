ALTER TABLE "ai_profiles" ALTER COLUMN "intent_score" DROP NOT NULL;
ALTER TABLE "ai_profiles" ALTER COLUMN "propensity_to_buy" DROP NOT NULL;
ALTER TABLE "ai_profiles" ALTER COLUMN "churn_risk" DROP NOT NULL;
