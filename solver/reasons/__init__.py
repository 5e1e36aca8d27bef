"""Why a deal is lost."""
